//! Sprig's dictionaries: maps with identity, changed in place by `set`, `unset` and `merge`.
//!
//! Facts: Sprig 3.3 `dict.go`; mergo 1.0 `merge.go` for the merge family. Order is the one
//! thing not followed: Sprig's `keys` and `values` are random, these are sorted.

use crate::gotpl::{Ctx, Func};
use crate::value::{Args, Elem, FuncError, List, MAX_DEPTH, Map, Param, Str, Type, Value, stack};

use super::text::strval;

const DICT: Param = Param("dict", Type::Map);
const KEY: Param = Param("key", Type::String);

/// The rows of this family.
pub static FUNCS: &[Func] = &[
    Func::new("dict", dict, &[])
        .variadic(Param("pairs", Type::Any))
        .doc("Makes a map from keys and values in turn; a key without a value gets \"\".")
        .example(&[(r#"{{ dict "a" 1 "b" }}"#, "map[a:1 b:]")]),
    Func::new("get", get, &[DICT, KEY])
        .doc("Returns the value of a key, or \"\" when the map has none.")
        .example(&[(r#"{{ get (dict "a" "x") "a" }}|{{ get (dict) "a" }}"#, "x|")]),
    Func::new("set", set, &[DICT, KEY, Param("value", Type::Any)])
        .doc("Sets a key in place and returns the map.")
        .example(&[(r#"{{ $d := dict }}{{ $_ := set $d "a" 1 }}{{ $d }}"#, "map[a:1]")]),
    Func::new("unset", unset, &[DICT, KEY])
        .doc("Removes a key in place and returns the map.")
        .example(&[(r#"{{ unset (dict "a" 1 "b" 2) "a" }}"#, "map[b:2]")]),
    Func::new("hasKey", has_key, &[DICT, KEY])
        .doc("True when the map has the key, whatever its value.")
        .example(&[(r#"{{ hasKey (dict "a" nil) "a" }}"#, "true")]),
    Func::new("pluck", pluck, &[KEY])
        .variadic(Param("dicts", Type::Map))
        .doc("Collects the values of one key from many maps, leaving out those without it.")
        .example(&[(r#"{{ pluck "a" (dict "a" 1) (dict) (dict "a" 2) }}"#, "[1 2]")]),
    Func::new("keys", keys, &[])
        .variadic(Param("dicts", Type::Map))
        .doc("Returns the keys of all maps, one map after the other. Sorted within each map.")
        .example(&[(r#"{{ keys (dict "b" 1 "a" 2) }}"#, "[a b]")]),
    Func::new("values", values, &[DICT])
        .doc("Returns the values of a map, in the order of its keys.")
        .example(&[(r#"{{ values (dict "b" 1 "a" 2) }}"#, "[2 1]")]),
    Func::new("pick", pick, &[DICT])
        .variadic(Param("keys", Type::String))
        .doc("Returns a new map with the given keys only.")
        .example(&[(r#"{{ pick (dict "a" 1 "b" 2) "a" "c" }}"#, "map[a:1]")]),
    Func::new("omit", omit, &[DICT])
        .variadic(Param("keys", Type::String))
        .doc("Returns a new map without the given keys.")
        .example(&[(r#"{{ omit (dict "a" 1 "b" 2) "a" }}"#, "map[b:2]")]),
    Func::new("dig", dig, &[])
        .variadic(Param("keys, fallback, dict", Type::Any))
        .doc("Follows keys through nested maps; the fallback stands for the first missing one.")
        .example(&[(r#"{{ dig "a" "b" "none" (dict "a" (dict "b" 1)) }}"#, "1")]),
    Func::new("merge", merge, &[DICT])
        .variadic(Param("sources", Type::Map))
        .doc("Fills what is missing or empty in the first map from the others, in place.")
        .example(&[(r#"{{ merge (dict "a" 1) (dict "a" 2 "b" 3) }}"#, "map[a:1 b:3]")]),
    Func::new("mustMerge", must_merge, &[DICT])
        .variadic(Param("sources", Type::Map))
        .doc("As `merge`, but maps that cannot be merged are an error.")
        .example(&[(r#"{{ mustMerge (dict "a" 1) (dict "b" 3) }}"#, "map[a:1 b:3]")]),
    Func::new("mergeOverwrite", merge_overwrite, &[DICT])
        .variadic(Param("sources", Type::Map))
        .doc("Lays the other maps over the first one, in place; the last one wins.")
        .example(&[(r#"{{ mergeOverwrite (dict "a" 1) (dict "a" 2) }}"#, "map[a:2]")]),
    Func::new("mustMergeOverwrite", must_merge_overwrite, &[DICT])
        .variadic(Param("sources", Type::Map))
        .doc("As `mergeOverwrite`, but maps that cannot be merged are an error.")
        .example(&[(r#"{{ mustMergeOverwrite (dict "a" 1) (dict "a" 2) }}"#, "map[a:2]")]),
    Func::new("deepCopy", deep_copy, &[Param("value", Type::Any)])
        .doc("Returns a copy that shares no map with the original.")
        .example(&[(
            r#"{{ $a := dict "x" 1 }}{{ $_ := set (deepCopy $a) "x" 2 }}{{ $a }}"#,
            "map[x:1]",
        )]),
    Func::new("mustDeepCopy", deep_copy, &[Param("value", Type::Any)])
        .doc("As `deepCopy`.")
        .example(&[(r#"{{ mustDeepCopy (dict "x" 1) }}"#, "map[x:1]")]),
];

fn dict(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let map = Map::new();
    for pair in args.chunks(2) {
        let value = pair.get(1).cloned().unwrap_or_else(|| Value::from(""));
        map.insert(strval(&pair[0])?, value)?;
    }
    Ok(Value::Map(map))
}

fn get(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(args.map(0).get(args.str(1)).unwrap_or_else(|| Value::from("")))
}

fn set(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let map = args.map(0);
    map.insert(args.str(1).clone(), args.value(2).clone())?;
    Ok(Value::Map(map))
}

fn unset(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let map = args.map(0);
    map.remove(args.str(1));
    Ok(Value::Map(map))
}

fn has_key(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Bool(args.map(0).contains_key(args.str(1))))
}

/// The maps among variadic arguments.
fn maps(values: &[Value]) -> impl Iterator<Item = Map> {
    values.iter().map(|v| v.as_map().cloned().unwrap_or_else(Map::nil))
}

fn pluck(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let key = args.str(0);
    let found: Vec<Value> = maps(args.rest(1)).filter_map(|map| map.get(key)).collect();
    Ok(Value::List(List::from(found)))
}

fn keys(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::List(List::strings(maps(&args).flat_map(|map| map.keys()))))
}

fn values(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let values: Vec<Value> = args.map(0).borrow().values().cloned().collect();
    Ok(Value::List(List::from(values)))
}

fn pick(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let from = args.map(0);
    let picked = Map::new();
    for key in args.rest(1).iter().filter_map(Value::as_str) {
        if let Some(value) = from.get(key) {
            picked.insert(key.clone(), value)?;
        }
    }
    Ok(Value::Map(picked))
}

fn omit(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let omitted: Vec<&Str> = args.rest(1).iter().filter_map(Value::as_str).collect();
    let kept = args.map(0).entries().into_iter().filter(|(key, _)| !omitted.contains(&key));
    Ok(Value::Map(kept.collect()))
}

fn dig(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let [keys @ .., fallback, dict] = &*args else {
        return Err(FuncError::new("dig needs at least three arguments"));
    };
    if keys.is_empty() {
        return Err(FuncError::new("dig needs at least three arguments"));
    }
    let plain = |value: &Value| {
        let map = value.as_plain_map().cloned();
        map.ok_or_else(|| FuncError::assertion(value, "map[string]interface {}"))
    };
    let mut map = plain(dict)?;
    let mut names = Vec::with_capacity(keys.len());
    for key in keys {
        names.push(key.as_str().ok_or_else(|| FuncError::assertion(key, "string"))?);
    }
    for (i, name) in names.iter().enumerate() {
        let Some(step) = map.get(name) else { return Ok(fallback.clone()) };
        if i + 1 == names.len() {
            return Ok(step);
        }
        map = plain(&step)?;
    }
    Ok(fallback.clone())
}

fn merge(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(must_merge(ctx, args).unwrap_or_else(|_| Value::from("")))
}

fn merge_overwrite(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(must_merge_overwrite(ctx, args).unwrap_or_else(|_| Value::from("")))
}

fn must_merge(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    merge_all(ctx, args, false)
}

fn must_merge_overwrite(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    merge_all(ctx, args, true)
}

fn merge_all(ctx: &mut Ctx<'_>, args: Args<'_>, overwrite: bool) -> Result<Value, FuncError> {
    let mut target = args.map(0);
    for source in maps(args.rest(1)).filter(|source| !source.is_nil_map()) {
        if target.is_nil_map() {
            target = Map::new();
        }
        merge_maps(ctx, &target, &source, overwrite, 0)?;
    }
    Ok(Value::Map(target))
}

/// One source into the target, as mergo does it for maps with interface elements.
fn merge_maps(
    ctx: &mut Ctx<'_>,
    target: &Map,
    source: &Map,
    overwrite: bool,
    depth: usize,
) -> Result<(), FuncError> {
    if depth > MAX_DEPTH || stack::is_low() {
        return Err(FuncError::new("maps nest too deep to be merged"));
    }
    // A map merged into itself is unchanged, and must not be walked while it is written.
    if target.ptr_eq(source) {
        return Ok(());
    }
    ctx.spend(8 * source.len())?;
    for (key, new) in source.entries() {
        let old = target.get(&key);
        if new.is_nil() {
            // A nil is only laid over what is there; it never fills a gap.
            if overwrite {
                target.insert(key, new)?;
            }
            continue;
        }
        let old_is_empty = old.as_ref().is_none_or(super::defaults::empty);
        match (&new, &old) {
            (Value::Map(from), Some(Value::Map(into))) => {
                merge_maps(ctx, into, from, overwrite, depth + 1)?;
                // An empty map is replaced by the source's own map, as mergo does: later
                // changes to one are then seen in the other.
                if into.is_empty() && !from.is_empty() {
                    target.insert(key, new)?;
                }
            }
            _ if overwrite || old_is_empty => target.insert(key, new)?,
            _ => {}
        }
    }
    Ok(())
}

fn deep_copy(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let value = args.value(0);
    // The copying library panics on an untyped nil; `deepCopy` turns that into an error.
    if value.is_nil() {
        return Err(FuncError::new("reflect: call of reflect.Value.Type on zero Value"));
    }
    copy(ctx, value, 0)
}

fn copy(ctx: &mut Ctx<'_>, value: &Value, depth: usize) -> Result<Value, FuncError> {
    // A copy costs far more than a step of the evaluator.
    ctx.spend(32)?;
    if depth > MAX_DEPTH || stack::is_low() {
        return Err(FuncError::new("value nests too deep to be copied"));
    }
    Ok(match value {
        Value::Map(map) => {
            let fresh = Map::new();
            for (key, value) in map.entries() {
                fresh.insert(key, copy(ctx, &value, depth + 1)?)?;
            }
            Value::Map(fresh.with_type(map.ty()))
        }
        Value::List(list) if list.elem() != Elem::String => {
            let items: Result<Vec<Value>, FuncError> =
                list.iter().map(|item| copy(ctx, item, depth + 1)).collect();
            Value::List(List::of(list.elem(), items?))
        }
        other => other.clone(),
    })
}
