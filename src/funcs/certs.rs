//! Keys and certificates: genPrivateKey, genCA, genSelfSignedCert, genSignedCert, buildCustomCert.
//!
//! Time and chance are the host's. Keys take long to make, so each counts against the limits
//! of the run. Facts: Sprig 3.3, `crypto.go`, probed.

use std::any::Any;
use std::net::IpAddr;

use super::encoding::decode64;
use crate::gotime::{Duration, Time};
use crate::gotpl::{Ctx, Func, STEPS_PER_MILLISECOND};
use crate::value::{Args, Elem, FuncError, List, Map, Object, Param, Str, Type, Value};
use crate::x509::{Issuer, IssuerError, Key, Kind, Request};

const CERTIFICATE: &str = "sprig.certificate";

const NAME: Param = Param("name", Type::String);
const ADDRESSES: Param = Param("addresses", Type::List(Elem::Any));
const NAMES: Param = Param("names", Type::List(Elem::Any));
const DAYS: Param = Param("days", Type::Int);
const CA: Param = Param("ca", Type::Named(CERTIFICATE));
const KEY: Param = Param("key", Type::String);

/// The rows of this family.
pub static FUNCS: &[Func] = &[
    Func::new("genPrivateKey", gen_private_key, &[Param("type", Type::String)])
        .doc("Returns a random private key in PEM: rsa (4096 bits), ecdsa (P-256) or ed25519.")
        .example(&[(
            r#"{{ genPrivateKey "ed25519" | printf "%.27s" }}"#,
            "-----BEGIN PRIVATE KEY-----",
        )]),
    Func::new("genCA", gen_ca, &[NAME, DAYS])
        .doc("Returns a certificate authority, valid for so many days, with an RSA key.")
        .example(&[(r#"{{ (genCA "my-ca" 365).Cert | printf "%.10s" }}"#, "-----BEGIN")]),
    Func::new("genCAWithKey", gen_ca_with_key, &[NAME, DAYS, KEY])
        .doc("As genCA, with a key in PEM.")
        .example(&[(
            r#"{{ (genPrivateKey "ecdsa" | genCAWithKey "my-ca" 365).Cert | printf "%.10s" }}"#,
            "-----BEGIN",
        )]),
    Func::new("genSelfSignedCert", gen_self_signed, &[NAME, ADDRESSES, NAMES, DAYS])
        .doc("Returns a certificate for addresses and host names that signs itself.")
        .example(&[(
            r#"{{ (genSelfSignedCert "me" nil nil 365).Key | printf "%.31s" }}"#,
            "-----BEGIN RSA PRIVATE KEY-----",
        )]),
    Func::new(
        "genSelfSignedCertWithKey",
        gen_self_signed_with_key,
        &[NAME, ADDRESSES, NAMES, DAYS, KEY],
    )
    .doc("As genSelfSignedCert, with a key in PEM.")
    .example(&[(
        r#"{{ (genPrivateKey "ecdsa" | genSelfSignedCertWithKey "me" nil nil 1).Key | printf "%.30s" }}"#,
        "-----BEGIN EC PRIVATE KEY-----",
    )]),
    Func::new("genSignedCert", gen_signed, &[NAME, ADDRESSES, NAMES, DAYS, CA])
        .doc("Returns a certificate for addresses and host names that an authority signed.")
        .example(&[(
            r#"{{ $ca := genPrivateKey "ecdsa" | genCAWithKey "ca" 1 }}{{ (genSignedCert "me" nil nil 1 $ca).Cert | printf "%.10s" }}"#,
            "-----BEGIN",
        )]),
    Func::new(
        "genSignedCertWithKey",
        gen_signed_with_key,
        &[NAME, ADDRESSES, NAMES, DAYS, CA, KEY],
    )
    .doc("As genSignedCert, with a key in PEM.")
    .example(&[(
        r#"{{ $k := genPrivateKey "ecdsa" }}{{ (genSignedCertWithKey "me" nil nil 1 (genCAWithKey "ca" 1 $k) $k).Cert | printf "%.10s" }}"#,
        "-----BEGIN",
    )]),
    Func::new(
        "buildCustomCert",
        build_custom,
        &[Param("certificate", Type::String), Param("key", Type::String)],
    )
    .doc("Returns the certificate of a PEM text and its key, both in Base64, for genSignedCert.")
    .example(&[(
        r#"{{ $k := genPrivateKey "ecdsa" }}{{ $c := genCAWithKey "ca" 1 $k }}{{ (buildCustomCert ($c.Cert | b64enc) ($k | b64enc)).Cert | eq $c.Cert }}"#,
        "true",
    )]),
];

/// A certificate and its key, both in PEM.
struct Certificate {
    cert: Str,
    key: Str,
}

impl Object for Certificate {
    fn go_type(&self) -> &str {
        CERTIFICATE
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn fields(&self) -> &'static [&'static str] {
        &["Cert", "Key"]
    }

    fn field(&self, name: &str) -> Option<Value> {
        match name {
            "Cert" => Some(Value::Str(self.cert.clone())),
            "Key" => Some(Value::Str(self.key.clone())),
            _ => None,
        }
    }

    fn json(&self) -> Value {
        let field = |name| (name, self.field(name).unwrap_or_default());
        Value::Map([field("Cert"), field("Key")].into_iter().collect::<Map>())
    }

    fn equals(&self, other: &dyn Object) -> bool {
        let other = other.as_any().downcast_ref::<Certificate>();
        other.is_some_and(|other| (&self.cert, &self.key) == (&other.cert, &other.key))
    }
}

fn gen_private_key(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let kind = match &*args.text(0) {
        "" | "rsa" => Kind::Rsa(4096),
        "ecdsa" => Kind::Ecdsa,
        "ed25519" => Kind::Ed25519,
        "dsa" => return Err(FuncError::new("keys of type `dsa` are not supported, use `ecdsa`")),
        other => return Ok(format!("Unknown type {other}").into()),
    };
    Ok(generate(ctx, kind)?.to_pem().into())
}

fn generate(ctx: &mut Ctx<'_>, kind: Kind) -> Result<Key, FuncError> {
    // RSA keys take from a tenth of a second to some seconds; charts make up to a dozen.
    let milliseconds = match kind {
        Kind::Rsa(bits) => 40 * (bits / 1024) * (bits / 1024),
        Kind::Ecdsa | Kind::Ed25519 => 1,
    };
    ctx.spend(milliseconds * STEPS_PER_MILLISECOND)?;
    let env = ctx.env();
    let key = Key::generate(kind, &mut |buffer| env.fill_random(buffer));
    key.map_err(|error| FuncError::new(format!("error generating key: {error}")))
}

fn new_key(ctx: &mut Ctx<'_>) -> Result<Key, FuncError> {
    generate(ctx, Kind::Rsa(2048))
}

fn given_key(args: Args<'_>, index: usize) -> Result<Key, FuncError> {
    let key = Key::from_pem(&args.text(index));
    key.map_err(|error| FuncError::new(format!("parsing private key: {error}")))
}

/// What the arguments ask for.
struct Wanted {
    name: String,
    addresses: Vec<IpAddr>,
    names: Vec<String>,
    days: i64,
    authority: bool,
}

impl Wanted {
    fn authority(args: Args<'_>) -> Wanted {
        let name = args.text(0).into_owned();
        let (addresses, names) = (Vec::new(), Vec::new());
        Wanted { name, addresses, names, days: args.int(1), authority: true }
    }

    fn leaf(args: Args<'_>) -> Result<Wanted, FuncError> {
        Ok(Wanted {
            name: args.text(0).into_owned(),
            addresses: addresses(&args.list(1))?,
            names: names(&args.list(2))?,
            days: args.int(3),
            authority: false,
        })
    }

    fn issue(
        &self,
        ctx: &mut Ctx<'_>,
        key: &Key,
        issuer: Option<(&Issuer, &Key)>,
    ) -> Result<Value, FuncError> {
        let (seconds, nanos) = ctx.env().now();
        let from = Time::unix(seconds, nanos);
        let until = from.plus(Duration(self.days.wrapping_mul(86_400_000_000_000)));
        let request = Request {
            common_name: &self.name,
            addresses: &self.addresses,
            names: &self.names,
            from,
            until,
            authority: self.authority,
        };
        let env = ctx.env();
        let cert = request.issue(key, issuer, &mut |buffer| env.fill_random(buffer));
        let cert =
            cert.map_err(|error| FuncError::new(format!("error creating certificate: {error}")))?;
        Ok(Value::object(Certificate { cert: cert.into(), key: key.to_pem().into() }))
    }
}

fn addresses(list: &List) -> Result<Vec<IpAddr>, FuncError> {
    let read = |value: &Value| match value {
        Value::Str(text) => {
            let text = text.to_string_lossy();
            text.parse::<IpAddr>().map_err(|_| FuncError::new(format!("error parsing ip: {text}")))
        }
        other => {
            let text = crate::gotpl::sprint(std::slice::from_ref(other))?;
            Err(FuncError::new(format!(
                "error parsing ip: {} is not a string",
                text.to_string_lossy()
            )))
        }
    };
    list.iter().map(read).collect()
}

fn names(list: &List) -> Result<Vec<String>, FuncError> {
    let read = |value: &Value| match value {
        Value::Str(text) => Ok(text.to_string_lossy().into_owned()),
        other => {
            let text = crate::gotpl::sprint(std::slice::from_ref(other))?;
            Err(FuncError::new(format!(
                "error processing alternate dns name: {} is not a string",
                text.to_string_lossy()
            )))
        }
    };
    list.iter().map(read).collect()
}

fn gen_ca(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let key = new_key(ctx)?;
    Wanted::authority(args).issue(ctx, &key, None)
}

fn gen_ca_with_key(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Wanted::authority(args).issue(ctx, &given_key(args, 2)?, None)
}

fn gen_self_signed(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let wanted = Wanted::leaf(args)?;
    let key = new_key(ctx)?;
    wanted.issue(ctx, &key, None)
}

fn gen_self_signed_with_key(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let key = given_key(args, 4)?;
    Wanted::leaf(args)?.issue(ctx, &key, None)
}

fn gen_signed(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let wanted = Wanted::leaf(args)?;
    let (issuer, signer) = authority(args.value(4))?;
    let key = new_key(ctx)?;
    wanted.issue(ctx, &key, Some((&issuer, &signer)))
}

fn gen_signed_with_key(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let key = given_key(args, 5)?;
    let (issuer, signer) = authority(args.value(4))?;
    Wanted::leaf(args)?.issue(ctx, &key, Some((&issuer, &signer)))
}

fn read_issuer(cert: &str, what: &str) -> Result<Issuer, FuncError> {
    Issuer::from_pem(cert).map_err(|error| match error {
        IssuerError::NoPem => FuncError::new("unable to decode certificate"),
        IssuerError::NoCertificate => FuncError::new(format!(
            "error parsing certificate: {what}.Bytes: x509: malformed certificate"
        )),
    })
}

fn read_key(key: &str) -> Result<Key, FuncError> {
    let key = Key::from_pem(key);
    key.map_err(|error| FuncError::new(format!("error parsing private key: {error}")))
}

/// The certificate that signs, and its key.
fn authority(value: &Value) -> Result<(Issuer, Key), FuncError> {
    let (cert, key) = match value.downcast::<Certificate>() {
        Some(ca) => (ca.cert.to_string_lossy(), ca.key.to_string_lossy()),
        None => Default::default(),
    };
    Ok((read_issuer(&cert, "decodedSignerCert")?, read_key(&key)?))
}

fn build_custom(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let decode = |index: usize, what: &str| {
        let bytes = decode64(args.str(index).as_bytes());
        bytes.map(Str::from).map_err(|_| FuncError::new(format!("unable to decode base64 {what}")))
    };
    let (cert, key) = (decode(0, "certificate")?, decode(1, "private key")?);
    read_issuer(&cert.to_string_lossy(), "decodedCert")?;
    read_key(&key.to_string_lossy())?;
    Ok(Value::object(Certificate { cert, key }))
}
