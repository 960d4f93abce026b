//! Executes templates.
//!
//! Follows Go's `text/template/exec.go` (Go 1.27) with Helm's option `missingkey=zero`. Two
//! things of Go's reflection show in what templates print and how they fail, and are kept:
//! whether a value sits in an interface (an element of a map or list, [`Slot::iface`]), and
//! which node was visited last ([`Run::at`]), since that is where an error is reported.

use super::ast::{At, Block, Branch, Call, Command, Expr, Node, Pipe, Template, Variable};
use super::builtins;
use super::ctx::{BYTES_PER_STEP, Ctx, MAX_STRING};
use super::error::{ExecError, Place};
use super::format::{self, Complex};
use super::func::{self, Func};
use super::quote::quote;
use crate::source::Span;
use crate::value::{Args, FuncError, Kind, List, Map, Method, Param, Str, Type, Value, stack};

/// Go gives up at this depth of `{{ template }}`; we do when the stack gets low.
const GO_MAX_DEPTH: u32 = 100_000;

/// Stack that must be left to start another template: so much that endless recursion is
/// found here, and not somewhere between.
const TEMPLATE_STACK: usize = 192 << 10;

/// What a call costs besides the work on its arguments, in steps.
const STEPS_PER_CALL: usize = 2;

/// Items of a list that count as one step when a function is given it.
const ITEMS_PER_STEP: usize = 4;

/// How many steps a function may take to look at an argument once.
fn weight(value: &Value) -> usize {
    match value {
        Value::Str(text) => text.len() / BYTES_PER_STEP,
        Value::List(list) => list.len() / ITEMS_PER_STEP,
        _ => 0,
    }
}

type Result<T, E = Box<ExecError>> = std::result::Result<T, E>;

/// A value with what Go's reflection knows about it.
#[derive(Debug, Clone, Default)]
pub struct Slot {
    /// The value. [`Value::Nil`] outside an interface is Go's "invalid" value.
    pub value: Value,
    /// The value is seen through an `interface {}`.
    pub iface: bool,
}

impl Slot {
    fn plain(value: Value) -> Slot {
        Slot { value, iface: false }
    }

    fn is_invalid(&self) -> bool {
        !self.iface && self.value.is_nil()
    }

    /// Go's name of the static type.
    fn go_type(&self) -> String {
        if self.iface { "interface {}".into() } else { self.value.go_type().into_owned() }
    }
}

/// How a block ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flow {
    Next,
    Break,
    Continue,
}

/// Runs a template; its output goes to the run's current output.
pub fn run(ctx: &mut Ctx<'_>, template: &Template, data: &Value) -> Result<()> {
    let dot = Slot::plain(data.clone());
    Run { ctx, template, base: 0, at: At::None }.template(dot)
}

/// The execution of one template.
struct Run<'r, 'e> {
    ctx: &'r mut Ctx<'e>,
    template: &'r Template,
    /// Where the template's variables begin.
    base: usize,
    /// The node that an error is reported at.
    at: At<'r>,
}

/// What is called: a function, or a method of a value.
#[derive(Clone, Copy)]
enum Callee<'v> {
    Func(&'static Func),
    Method(&'v Value, &'v Method),
}

impl Callee<'_> {
    fn params(&self) -> &[Param] {
        match self {
            Callee::Func(func) => func.params,
            Callee::Method(_, method) => method.params,
        }
    }

    fn variadic(&self) -> Option<Param> {
        match self {
            Callee::Func(func) => func.variadic,
            Callee::Method(_, method) => method.variadic,
        }
    }

    fn name(&self) -> &str {
        match self {
            Callee::Func(func) => func.name,
            Callee::Method(_, method) => method.name,
        }
    }
}

/// The number of arguments that most calls stay below.
const USUAL: usize = 2;

/// Arguments up to this number need no allocation.
const FEW: usize = 6;

impl<'r> Run<'r, '_> {
    fn template(&mut self, dot: Slot) -> Result<()> {
        if stack::remaining() < TEMPLATE_STACK {
            return self.error("template nests too deeply");
        }
        let slots = &mut self.ctx.slots;
        self.base = slots.len();
        slots.resize(self.base + self.template.slots, Slot::default());
        slots[self.base] = dot.clone();
        self.ctx.depth += 1;
        let result = self.block(&dot, &self.template.body);
        self.ctx.depth -= 1;
        self.ctx.slots.truncate(self.base);
        result.map(|_| ())
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T> {
        self.error_with(message.into(), None)
    }

    #[cold]
    fn error_with<T>(
        &self,
        message: String,
        cause: Option<Box<dyn std::error::Error + Send + Sync>>,
    ) -> Result<T> {
        let source = &self.template.source;
        let place = self.at.pos().map(|pos| {
            let (line, column) = source.line_column(pos.at);
            let context = self.at.text(source);
            Place { file: source.name.clone(), line, column, context, span: pos.span(source) }
        });
        let template = self.template.name.to_string_lossy().into_owned();
        Err(Box::new(ExecError { template, place, message, cause, value: None }))
    }

    fn fail<T>(&self, prefix: &str, error: FuncError) -> Result<T> {
        let (message, cause) = error.into_parts();
        self.error_with(format!("{prefix}{message}"), cause)
    }

    fn check_stack(&self) -> Result<()> {
        if stack::is_low() { self.error("template nests too deeply") } else { Ok(()) }
    }

    fn step(&mut self) -> Result<()> {
        self.ctx.step().or_else(|message| self.error(message))
    }

    fn check_output(&self) -> Result<()> {
        match self.ctx.output_is_full() {
            true => self.error(format!("output exceeds the limit of {MAX_STRING} bytes")),
            false => Ok(()),
        }
    }

    fn span(&self) -> Span {
        self.at.pos().map_or(Span::NONE, |pos| pos.span(&self.template.source))
    }

    fn block(&mut self, dot: &Slot, block: &'r Block) -> Result<Flow> {
        for node in &block.0 {
            self.at = At::Node(node);
            self.step()?;
            let flow = match node {
                Node::Text(pos) => {
                    let source = &*self.template.source;
                    self.ctx.out.write_text(source.slice(*pos), pos.span(source));
                    self.check_output()?;
                    Flow::Next
                }
                Node::Action(_, pipe) => {
                    let value = self.pipeline(dot, pipe)?;
                    if pipe.decl.is_empty() {
                        self.at = At::Node(node);
                        self.print(&value.value)?;
                    }
                    Flow::Next
                }
                Node::If(branch) => self.branch(dot, branch, false)?,
                Node::With(branch) => self.branch(dot, branch, true)?,
                Node::Range(branch) => self.range(dot, branch)?,
                Node::Template(call) => {
                    self.call_template(dot, call)?;
                    Flow::Next
                }
                Node::Break(_) => Flow::Break,
                Node::Continue(_) => Flow::Continue,
            };
            if flow != Flow::Next {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    fn print(&mut self, value: &Value) -> Result<()> {
        let span = self.span();
        let Ctx { out, calls, .. } = &mut *self.ctx;
        let result = match value {
            Value::Nil | Value::Invalid => {
                out.write(b"<no value>", span);
                Ok(())
            }
            Value::Str(text) => {
                out.write_str(text, span, calls);
                Ok(())
            }
            Value::Object(object) if object.kind() == Kind::Func => {
                let (node, ty) = (self.at.text(&self.template.source), object.go_type());
                return self.error(format!("can't print {node} of type {ty}"));
            }
            Value::Object(object) if object.string().is_some() => {
                out.write_str(&object.string().unwrap_or_default(), span, calls);
                Ok(())
            }
            _ => {
                let result = format::write_value(&mut out.bytes, value);
                out.mark(span);
                result
            }
        };
        self.check_output()?;
        result.or_else(|error| self.fail("", error))
    }

    fn branch(&mut self, dot: &Slot, branch: &'r Branch, sets_dot: bool) -> Result<Flow> {
        self.check_stack()?;
        let value = self.pipeline(dot, &branch.pipe)?;
        match (value.value.is_true(), &branch.otherwise) {
            (true, _) if sets_dot => self.block(&value, &branch.body),
            (true, _) => self.block(dot, &branch.body),
            (false, Some(otherwise)) => self.block(dot, otherwise),
            (false, None) => Ok(Flow::Next),
        }
    }

    fn range(&mut self, dot: &Slot, branch: &'r Branch) -> Result<Flow> {
        self.check_stack()?;
        let mut value = self.pipeline(dot, &branch.pipe)?.value;
        if let Value::Object(object) = &value
            && let Some(underlying) = object.underlying()
        {
            value = underlying;
        }
        let ran = match &value {
            Value::Nil | Value::Invalid => None,
            Value::Int(_) | Value::Int64(_) | Value::Uint64(_) | Value::Byte(_)
                if self.ctx.language().ranges_over_integers =>
            {
                if branch.pipe.decl.len() > 1 {
                    let text = format::to_text(&value).unwrap_or_default();
                    let message =
                        format!("can't use {text} to iterate over more than one variable");
                    return self.error(message);
                }
                let make: fn(i64) -> Value = match value {
                    Value::Int(_) => Value::Int,
                    Value::Int64(_) => Value::Int64,
                    Value::Uint64(_) => |n| Value::Uint64(n as u64),
                    _ => |n| Value::Byte(n as u8),
                };
                let end = value.as_integer().unwrap_or(0);
                let items = (0..end).map(|n| (Value::Nil, Slot::plain(make(n))));
                self.iterate(branch, items)?
            }
            Value::List(list) => {
                let iface = list.elem() == crate::value::Elem::Any;
                let items = list.iter().enumerate().map(|(index, item)| {
                    (Value::Int(index as i64), Slot { value: item.clone(), iface })
                });
                self.iterate(branch, items)?
            }
            Value::Bytes(bytes) => {
                let items = bytes.iter().enumerate().map(|(index, byte)| {
                    (Value::Int(index as i64), Slot::plain(Value::Byte(*byte)))
                });
                self.iterate(branch, items)?
            }
            Value::Map(map) => {
                let iface = map.ty().zero.is_none();
                // Go takes the entries before the first iteration, too.
                let items = map.entries().into_iter();
                let items = items.map(|(key, value)| (Value::Str(key), Slot { value, iface }));
                self.iterate(branch, items)?
            }
            _ => {
                let text = format::to_text(&value).unwrap_or_default();
                return self.error(format!("range can't iterate over {text}"));
            }
        };
        match (ran, &branch.otherwise) {
            (None, Some(otherwise)) => self.block(dot, otherwise),
            _ => Ok(Flow::Next),
        }
    }

    /// Runs the body for each item; nothing when there was none.
    fn iterate(
        &mut self,
        branch: &'r Branch,
        items: impl Iterator<Item = (Value, Slot)>,
    ) -> Result<Option<()>> {
        let mut ran = None;
        for (index, item) in items {
            ran = Some(());
            self.step()?;
            match &branch.pipe.decl[..] {
                [] => {}
                [element] => self.set(element, item.clone())?,
                [key, element, ..] => {
                    self.set(key, Slot::plain(index))?;
                    self.set(element, item.clone())?;
                }
            }
            if self.block(&item, &branch.body)? == Flow::Break {
                break;
            }
        }
        Ok(ran)
    }

    fn set(&mut self, variable: &Variable, value: Slot) -> Result<()> {
        match variable.slot {
            Some(slot) => {
                self.ctx.slots[self.base + slot as usize] = value;
                Ok(())
            }
            None => self.error(format!("undefined variable: {}", variable.name)),
        }
    }

    fn call_template(&mut self, dot: &Slot, call: &'r Call) -> Result<()> {
        let Some(template) = self.ctx.set.get(&call.name).cloned() else {
            let name = quote(call.name.as_bytes());
            return self.error(format!("template {name} not defined"));
        };
        if self.ctx.depth >= GO_MAX_DEPTH || stack::remaining() < TEMPLATE_STACK {
            return self.error(format!("exceeded maximum template depth ({GO_MAX_DEPTH})"));
        }
        let dot = match &call.pipe {
            Some(pipe) => self.pipeline(dot, pipe)?,
            None => Slot::default(),
        };
        Run { ctx: self.ctx, template: &template, base: 0, at: At::None }.template(dot)
    }

    fn pipeline(&mut self, dot: &Slot, pipe: &'r Pipe) -> Result<Slot> {
        self.at = At::Pipe(pipe);
        let mut value: Option<Slot> = None;
        for command in &pipe.cmds {
            let mut result = self.command(dot, command, value)?;
            // A pipeline looks through the interface.
            result.iface = false;
            value = Some(result);
        }
        let value = value.unwrap_or_default();
        for variable in &pipe.decl {
            self.set(variable, value.clone())?;
        }
        Ok(value)
    }

    fn command(&mut self, dot: &Slot, command: &'r Command, last: Option<Slot>) -> Result<Slot> {
        let (head, args) = (&command.head, &command.args[..]);
        match head {
            Expr::Field(_, fields) => {
                self.at = At::Expr(head);
                return self.fields(dot, dot, head, fields, args, last);
            }
            Expr::Chain(_, base, fields) => {
                let base = self.chain_base(dot, head, base)?;
                return self.fields(dot, &base, head, fields, args, last);
            }
            Expr::Func(_, func) => {
                self.at = At::Expr(head);
                return self.call(dot, Callee::Func(func), At::Command(command), args, last);
            }
            Expr::Pipe(pipe) => {
                self.check_no_args(command, &last)?;
                self.check_stack()?;
                return self.pipeline(dot, pipe);
            }
            Expr::Variable(_, variable, fields) => {
                self.at = At::Expr(head);
                let value = self.variable(variable)?;
                if fields.is_empty() {
                    self.check_no_args(command, &last)?;
                    return Ok(value);
                }
                return self.fields(dot, &value, head, fields, args, last);
            }
            _ => {}
        }
        self.at = At::Expr(head);
        self.check_no_args(command, &last)?;
        match head {
            Expr::Dot(_) => Ok(dot.clone()),
            Expr::Nil(_) => self.error("nil is not a command"),
            _ => self.constant(head).map(Slot::plain),
        }
    }

    fn check_no_args(&self, command: &Command, last: &Option<Slot>) -> Result<()> {
        if command.args.is_empty() && last.is_none() {
            return Ok(());
        }
        let head = At::Expr(&command.head).text(&self.template.source);
        self.error(format!("can't give argument to non-function {head}"))
    }

    fn variable(&mut self, variable: &Variable) -> Result<Slot> {
        match variable.slot {
            Some(slot) => Ok(self.ctx.slots[self.base + slot as usize].clone()),
            None => self.error(format!("undefined variable: {}", variable.name)),
        }
    }

    /// A literal in a place that asks for no type.
    fn constant(&mut self, expr: &'r Expr) -> Result<Value> {
        self.at = At::Expr(expr);
        let Expr::Number(pos, number) = expr else {
            return match expr {
                Expr::Bool(_, value) => Ok(Value::Bool(*value)),
                Expr::Str(_, text) => Ok(Value::Str(text.clone())),
                _ => {
                    let text = At::Expr(expr).text(&self.template.source);
                    self.error(format!("can't evaluate command {}", quote(text.as_bytes())))
                }
            };
        };
        match (number.complex, number.float, number.int) {
            (Some((re, im)), ..) => Ok(Value::object(Complex(re, im))),
            (_, Some(float), _) if number.looks_like_float => Ok(Value::Float(float)),
            (.., Some(int)) => Ok(Value::Int(int)),
            _ => {
                let text = String::from_utf8_lossy(self.template.source.slice(*pos));
                self.error(format!("{text} overflows int"))
            }
        }
    }

    fn chain_base(&mut self, dot: &Slot, chain: &'r Expr, base: &'r Expr) -> Result<Slot> {
        self.at = At::Expr(chain);
        match base {
            Expr::Pipe(pipe) => {
                self.check_stack()?;
                self.at = At::Expr(base);
                self.pipeline(dot, pipe)
            }
            Expr::Func(_, func) => {
                self.at = At::Expr(base);
                self.call(dot, Callee::Func(func), At::Expr(base), &[], None)
            }
            _ => {
                let text = At::Expr(chain).text(&self.template.source);
                self.error(format!("indirection through explicit nil in {text}"))
            }
        }
    }

    /// Follows fields; arguments belong to the last one, which must be a method then.
    fn fields(
        &mut self,
        dot: &Slot,
        receiver: &Slot,
        node: &'r Expr,
        fields: &'r [Str],
        args: &'r [Expr],
        last: Option<Slot>,
    ) -> Result<Slot> {
        let Some((name, path)) = fields.split_last() else { return Ok(receiver.clone()) };
        let Some((first, path)) = path.split_first() else {
            return self.field(dot, receiver, node, name, args, last);
        };
        let mut value = self.field(dot, receiver, node, first, &[], None)?;
        for field in path {
            value = self.field(dot, &value, node, field, &[], None)?;
        }
        self.field(dot, &value, node, name, args, last)
    }

    fn field(
        &mut self,
        dot: &Slot,
        receiver: &Slot,
        node: &'r Expr,
        name: &'r Str,
        args: &'r [Expr],
        last: Option<Slot>,
    ) -> Result<Slot> {
        if receiver.is_invalid() {
            return Ok(Slot::default());
        }
        let has_args = !args.is_empty() || last.is_some();
        match &receiver.value {
            Value::Map(map) => {
                if let Some(method) = find_method(map.ty().methods, name) {
                    let callee = Callee::Method(&receiver.value, method);
                    return self.call(dot, callee, At::Expr(node), args, last);
                }
                if has_args {
                    return self.error(format!("{name} is not a method but has arguments"));
                }
                Ok(map_entry(map, name))
            }
            Value::Object(object) => {
                if let Some(method) = find_method(object.methods(), name) {
                    let callee = Callee::Method(&receiver.value, method);
                    return self.call(dot, callee, At::Expr(node), args, last);
                }
                let text = name.to_string_lossy();
                if let Some(field) = object.field(&text) {
                    if has_args {
                        let message =
                            format!("{name} has arguments but cannot be invoked as function");
                        return self.error(message);
                    }
                    return Ok(Slot::plain(field));
                }
                match object.underlying() {
                    Some(Value::Map(map)) if has_args => {
                        let _ = map;
                        self.error(format!("{name} is not a method but has arguments"))
                    }
                    Some(Value::Map(map)) => Ok(map_entry(&map, name)),
                    _ => self.no_field(receiver, name),
                }
            }
            Value::Nil | Value::Invalid => {
                self.error(format!("nil pointer evaluating interface {{}}.{name}"))
            }
            _ => self.no_field(receiver, name),
        }
    }

    fn no_field(&self, receiver: &Slot, name: &Str) -> Result<Slot> {
        let message = format!("can't evaluate field {name} in type {}", receiver.go_type());
        self.error(message).map_err(|mut error| {
            let value = format::to_text(&receiver.value).ok();
            error.value = value.map(|text| text.to_string_lossy().into_owned());
            error
        })
    }

    /// Calls a function or method with its arguments, the last of which may come from the
    /// pipeline.
    fn call(
        &mut self,
        dot: &Slot,
        callee: Callee<'_>,
        node: At<'r>,
        args: &'r [Expr],
        last: Option<Slot>,
    ) -> Result<Slot> {
        let count = args.len() + usize::from(last.is_some());
        self.check_count(callee, args.len(), count)?;
        let body = match callee {
            Callee::Func(func) => match func.call {
                func::Call::Plain(body) => Some(body),
                func::Call::And => return self.and_or(dot, args, last, false),
                func::Call::Or => return self.and_or(dot, args, last, true),
                func::Call::Call => None,
            },
            Callee::Method(..) => None,
        };
        let (mut usual, mut few, mut many);
        let values: &mut [Value] = match count {
            0..=USUAL => {
                usual = [const { Value::Nil }; USUAL];
                &mut usual[..count]
            }
            ..=FEW => {
                few = [const { Value::Nil }; FEW];
                &mut few[..count]
            }
            _ => {
                many = vec![Value::Nil; count];
                &mut many
            }
        };
        for (index, arg) in args.iter().enumerate() {
            values[index] = self.arg(dot, param_type(callee, index), arg)?;
        }
        if let Some(last) = last {
            values[count - 1] = self.validate(last, param_type(callee, count - 1))?;
        }
        let mut effort = values.iter().map(weight).sum::<usize>();
        if let Callee::Method(Value::Object(object), _) = callee {
            effort += object.effort();
        }
        if let Err(error) = self.ctx.spend(STEPS_PER_CALL + effort) {
            self.at = node;
            return self.fail(&format!("error calling {}: ", callee.name()), error);
        }
        let args_of_call = Args(values);
        let result = match (body, callee) {
            (Some(body), _) => body(self.ctx, args_of_call),
            (None, Callee::Method(receiver, method)) => (method.call)(receiver, args_of_call),
            (None, Callee::Func(_)) => {
                let name = match args.first() {
                    Some(arg) => At::Expr(arg).text(&self.template.source),
                    None => builtins::reflect_string(args_of_call.value(0)),
                };
                builtins::call(self.ctx, &name, args_of_call)
            }
        };
        let result = result.and_then(|value| {
            let made = if let Value::List(_) = value { 2 * weight(&value) } else { 0 };
            self.ctx.spend(made).map(|()| value)
        });
        match result {
            Ok(value) => Ok(Slot { iface: value.is_nil(), value }),
            Err(error) => {
                self.at = node;
                self.fail(&format!("error calling {}: ", callee.name()), error)
            }
        }
    }

    fn check_count(&self, callee: Callee<'_>, given: usize, count: usize) -> Result<()> {
        let (wanted, name) = (callee.params().len(), callee.name());
        if callee.variadic().is_some() {
            if count < wanted {
                return self.error(format!(
                    "wrong number of args for {name}: want at least {wanted} got {given}"
                ));
            }
        } else if count != wanted {
            return self
                .error(format!("wrong number of args for {name}: want {wanted} got {count}"));
        }
        Ok(())
    }

    /// `and` and `or` stop at the first argument that decides.
    fn and_or(
        &mut self,
        dot: &Slot,
        args: &'r [Expr],
        last: Option<Slot>,
        stop_at: bool,
    ) -> Result<Slot> {
        let mut value = Value::Nil;
        for arg in args {
            value = self.arg(dot, Type::Reflect, arg)?;
            if value.is_true() == stop_at {
                return Ok(reflected(value));
            }
        }
        if let Some(last) = last {
            return Ok(last);
        }
        Ok(reflected(value))
    }

    /// Evaluates an argument for a parameter of a type.
    fn arg(&mut self, dot: &Slot, ty: Type, expr: &'r Expr) -> Result<Value> {
        self.at = At::Expr(expr);
        let slot = match expr {
            Expr::Dot(_) => dot.clone(),
            Expr::Nil(_) => return self.zero(ty),
            Expr::Field(_, fields) => self.fields(dot, dot, expr, fields, &[], None)?,
            Expr::Variable(_, variable, fields) => {
                let value = self.variable(variable)?;
                self.fields(dot, &value, expr, fields, &[], None)?
            }
            Expr::Pipe(pipe) => {
                self.check_stack()?;
                self.pipeline(dot, pipe)?
            }
            Expr::Func(_, func) => self.call(dot, Callee::Func(func), At::Expr(expr), &[], None)?,
            Expr::Chain(_, base, fields) => {
                let base = self.chain_base(dot, expr, base)?;
                self.fields(dot, &base, expr, fields, &[], None)?
            }
            Expr::Bool(..) | Expr::Number(..) | Expr::Str(..) => return self.literal(ty, expr),
        };
        self.validate(slot, ty)
    }

    /// The explicit `nil` as an argument.
    fn zero(&self, ty: Type) -> Result<Value> {
        match nil_of(ty) {
            Some(value) => Ok(value),
            None => self.error(format!("cannot assign nil to {}", ty.name())),
        }
    }

    /// A literal as an argument: it takes the parameter's type or is refused.
    fn literal(&mut self, ty: Type, expr: &'r Expr) -> Result<Value> {
        let number = match expr {
            Expr::Number(_, number) => Some(number),
            _ => None,
        };
        let (value, wanted) = match ty {
            Type::Any | Type::Reflect => return self.constant(expr),
            Type::Bool => match expr {
                Expr::Bool(_, value) => (Some(Value::Bool(*value)), "bool"),
                _ => (None, "bool"),
            },
            Type::String => match expr {
                Expr::Str(_, text) => (Some(Value::Str(text.clone())), "string"),
                _ => (None, "string"),
            },
            Type::Int => (number.and_then(|n| n.int).map(Value::Int), "integer"),
            Type::Int64 => (number.and_then(|n| n.int).map(Value::Int64), "integer"),
            Type::Uint32 => {
                let value = number.and_then(|n| n.uint).map(|n| u64::from(n as u32));
                (value.map(Value::Uint64), "unsigned integer")
            }
            Type::Float64 => (number.and_then(|n| n.float).map(Value::Float), "float"),
            Type::Map | Type::List(_) | Type::Bytes | Type::Named(_) | Type::NamedMap(_) => {
                let text = At::Expr(expr).text(&self.template.source);
                let ty = ty.name();
                return self.error(format!("can't handle {text} for arg of type {ty}"));
            }
        };
        match value {
            Some(value) => Ok(value),
            None => {
                let text = At::Expr(expr).text(&self.template.source);
                self.error(format!("expected {wanted}; found {text}"))
            }
        }
    }

    /// Checks a value against a parameter's type, and hands it over in that type.
    fn validate(&self, slot: Slot, ty: Type) -> Result<Value> {
        if slot.is_invalid() {
            return match nil_of(ty) {
                Some(value) => Ok(value),
                None => self.error(format!("invalid value; expected {}", ty.name())),
            };
        }
        let fits = match (ty, &slot.value) {
            (Type::Any | Type::Reflect, _) => true,
            (Type::String, Value::Str(_)) => true,
            (Type::Bool, Value::Bool(_)) => true,
            (Type::Int, Value::Int(_)) => true,
            (Type::Int64, Value::Int64(_)) => true,
            (Type::Float64, Value::Float(_)) => true,
            (Type::Bytes, Value::Bytes(_)) => true,
            (Type::List(elem), Value::List(list)) => list.elem() == elem,
            (Type::Map, Value::Map(map)) if map.ty().zero.is_none() => {
                // The parameter's own type is the plain one.
                return Ok(Value::Map(map.with_type(&crate::value::PLAIN_MAP)));
            }
            (Type::NamedMap(name), Value::Map(map)) => {
                map.ty().name == name || map.ty().zero.is_none()
            }
            (Type::Named(name), Value::Object(object)) => object.go_type() == name,
            _ => false,
        };
        if fits {
            return Ok(slot.value);
        }
        let got = match &slot.value {
            Value::Nil => "interface {}".into(),
            value => value.go_type(),
        };
        self.error(format!("wrong type for value; expected {}; got {got}", ty.name()))
    }
}

/// What nil becomes for a parameter type; nothing where the type has no nil.
fn nil_of(ty: Type) -> Option<Value> {
    Some(match ty {
        Type::Any => Value::Nil,
        Type::Reflect => Value::Invalid,
        Type::Map | Type::NamedMap(_) => Value::Map(Map::nil()),
        Type::List(elem) => Value::List(List::nil(elem)),
        Type::Bytes => Value::Bytes([].into()),
        Type::Named(name) if name.starts_with('*') => Value::Nil,
        _ => return None,
    })
}

/// A value that went through a `reflect.Value` parameter.
fn reflected(value: Value) -> Slot {
    match value {
        Value::Invalid => Slot::default(),
        value => Slot { iface: value.is_nil(), value },
    }
}

fn param_type(callee: Callee<'_>, index: usize) -> Type {
    match callee.params().get(index) {
        Some(param) => param.1,
        None => callee.variadic().map_or(Type::Any, |param| param.1),
    }
}

fn find_method<'m>(methods: &'m [Method], name: &Str) -> Option<&'m Method> {
    // Go calls exported methods only, and fields of charts hardly ever begin like those.
    let is_exported = name.as_bytes().first().is_some_and(u8::is_ascii_uppercase);
    methods.iter().filter(|_| is_exported).find(|method| *name == *method.name)
}

/// The entry of a map as a field: a missing key is the zero value of the element type.
fn map_entry(map: &Map, name: &Str) -> Slot {
    let value = map.get(name).unwrap_or_else(|| map.zero());
    Slot { value, iface: map.ty().zero.is_none() }
}
