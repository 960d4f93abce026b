//! Builds the tree of a template file: its own body and the templates that it defines.
//!
//! Accepts and refuses what Go's `text/template/parse` (Go 1.27) does, with its messages
//! and lines. Unbalanced blocks, unknown functions and unknown variables are found here.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::ast::{Block, Branch, Call, Command, Expr, Node, Pipe, Pos, Source, Template, Variable};
use super::error::ParseError;
use super::func::Functions;
use super::lexer::{Kind, Lexer, Token};
use super::number::{Literal, Number};
use super::quote::{quote, unquote};
use crate::source::{FileId, Span};
use crate::value::{Str, stack};

/// Go's limit of nested parentheses is 10,000; deeper nesting than this is no template that
/// anybody wrote, and each level costs stack.
const MAX_PARENS: u32 = 1_000;

/// Limit of nested blocks (`else if` chains nest, too).
const MAX_BLOCKS: u32 = 1_000;

/// The templates of one file: the file's own, then those that it defines.
#[derive(Debug)]
pub struct Parsed {
    /// What was found, by name.
    pub templates: BTreeMap<Str, Arc<Template>>,
}

/// Parses a template file.
///
/// # Errors
/// The first thing that Go's parser would complain about.
pub fn parse(
    name: &str,
    file: FileId,
    text: Str,
    functions: &Functions,
) -> Result<Parsed, ParseError> {
    let name: Arc<str> = name.into();
    let source = Arc::new(Source { name: name.clone(), file, text: text.clone() });
    let mut parser = Parser {
        source,
        functions,
        text: text.as_bytes(),
        lexer: Lexer::new(text.as_bytes(), functions.language()),
        tokens: [Token { kind: Kind::Eof, start: 0, end: 0 }; 3],
        peeked: 0,
        last_end: 0,
        action_start: None,
        scope: Scope::new(),
        parens: 0,
        blocks: 0,
        open: Open::default(),
        templates: BTreeMap::new(),
    };
    match parser.file(&name) {
        Ok(()) => Ok(Parsed { templates: parser.templates }),
        Err(error) => Err(*error),
    }
}

type Result<T, E = Box<ParseError>> = std::result::Result<T, E>;

/// The variables of one template while it is parsed.
///
/// Go's parser and Go's evaluator disagree about scopes: names of an `if` body are known to
/// the parser in the `else` body, too, and an assignment makes a name known. So `known` is
/// what may be written, and `live` is what has a value when the template runs.
struct Scope {
    known: Vec<Str>,
    live: Vec<Str>,
    slots: usize,
    ranges: u32,
}

impl Scope {
    fn new() -> Scope {
        let dollar = Str::from_static("$");
        Scope { known: vec![dollar.clone()], live: vec![dollar], slots: 1, ranges: 0 }
    }

    fn resolve(&self, name: Str) -> Variable {
        let slot = self.live.iter().rposition(|n| *n == name).map(|i| i as u32);
        Variable { name, slot }
    }

    fn declare(&mut self, name: Str) -> Variable {
        self.live.push(name.clone());
        self.slots = self.slots.max(self.live.len());
        Variable { name, slot: Some(self.live.len() as u32 - 1) }
    }
}

/// What ends a list of nodes.
enum Stop {
    End,
    Else { chained: Option<Kind> },
}

impl Stop {
    fn text(&self) -> &'static str {
        match self {
            Stop::End => "{{end}}",
            Stop::Else { .. } => "{{else}}",
        }
    }
}

enum Item {
    Node(Node),
    Stop(Stop),
}

struct Parser<'s> {
    source: Arc<Source>,
    functions: &'s Functions,
    text: &'s [u8],
    lexer: Lexer<'s>,
    /// The last token and up to two that were pushed back.
    tokens: [Token; 3],
    peeked: usize,
    /// End of the last token that is not a space.
    last_end: u32,
    action_start: Option<u32>,
    scope: Scope,
    parens: u32,
    blocks: u32,
    open: Open,
    templates: BTreeMap<Str, Arc<Template>>,
}

/// The parts of all nodes that are not complete yet, one stack for each kind of part. What is
/// complete is moved to where it belongs, so that the tree takes no more room than it needs.
#[derive(Default)]
struct Open {
    nodes: Vec<Node>,
    commands: Vec<Command>,
    operands: Vec<Expr>,
    fields: Vec<Str>,
}

/// Takes the parts from `base` on off a stack.
fn close<T>(stack: &mut Vec<T>, base: usize) -> Box<[T]> {
    if stack.len() == base { Box::default() } else { stack.drain(base..).collect() }
}

impl<'s> Parser<'s> {
    fn next(&mut self) -> Token {
        if self.peeked > 0 {
            self.peeked -= 1;
        } else {
            self.tokens[0] = self.lexer.next_token();
        }
        let token = self.tokens[self.peeked];
        if token.kind != Kind::Space {
            self.last_end = token.end;
        }
        token
    }

    fn backup(&mut self) {
        self.peeked += 1;
    }

    fn peek(&mut self) -> Token {
        if self.peeked == 0 {
            self.tokens[0] = self.lexer.next_token();
            self.peeked = 1;
        }
        self.tokens[self.peeked - 1]
    }

    fn next_non_space(&mut self) -> Token {
        loop {
            let token = self.next();
            if token.kind != Kind::Space {
                return token;
            }
        }
    }

    fn peek_non_space(&mut self) -> Token {
        let end = self.last_end;
        let token = self.next_non_space();
        self.backup();
        self.last_end = end;
        token
    }

    fn value(&self, token: &Token) -> &'s [u8] {
        &self.text[token.start as usize..token.end as usize]
    }

    fn line(&self, offset: u32) -> u32 {
        self.source.line_column(offset).0
    }

    /// Go reports the line of the token that was read last, looked-ahead tokens included.
    fn error<T>(&self, message: impl Into<String>) -> Result<T> {
        self.error_at(&self.tokens[0], message)
    }

    fn error_at<T>(&self, token: &Token, message: impl Into<String>) -> Result<T> {
        Err(Box::new(ParseError {
            name: self.source.name.clone(),
            line: self.line(token.start),
            message: message.into(),
            span: Span { file: self.source.file, start: token.start, end: token.end },
        }))
    }

    fn unexpected<T>(&self, token: &Token, context: &str) -> Result<T> {
        if token.kind != Kind::Error {
            return self.error(format!("unexpected {} in {context}", self.describe(token)));
        }
        let mut message = self.lexer.message().to_owned();
        if let Some(start) = self.action_start
            && self.line(start) != self.line(token.start)
        {
            let action = if message.ends_with(" action") { "" } else { " in action" };
            let place = format!("{}:{}", self.source.name, self.line(start));
            message.push_str(&format!("{action} started at {place}"));
        }
        self.error(message)
    }

    /// A token in a message: quoted, cut after ten characters, keywords in angle brackets.
    fn describe(&self, token: &Token) -> String {
        let value = self.value(token);
        if token.kind == Kind::Eof {
            return "EOF".into();
        }
        if token.kind.is_keyword() {
            return format!("<{}>", String::from_utf8_lossy(value));
        }
        if value.len() <= 10 {
            return quote(value);
        }
        let (mut end, mut count) = (0, 0);
        while end < value.len() && count < 10 {
            end += super::quote::decode_rune(&value[end..]).1;
            count += 1;
        }
        format!("{}...", quote(&value[..end]))
    }

    fn expect(&mut self, kind: Kind, context: &str) -> Result<Token> {
        let token = self.next_non_space();
        if token.kind == kind { Ok(token) } else { self.unexpected(&token, context) }
    }

    fn file(&mut self, name: &str) -> Result<()> {
        loop {
            let token = self.peek();
            if token.kind == Kind::Eof {
                break;
            }
            if token.kind == Kind::LeftDelim {
                let delim = self.next();
                if self.next_non_space().kind == Kind::Define {
                    self.definition()?;
                    continue;
                }
                // Both tokens go back: the delimiter will be read again first.
                self.tokens[1] = delim;
                self.peeked = 2;
            }
            match self.text_or_action()? {
                Item::Node(node) => self.open.nodes.push(node),
                Item::Stop(stop) => return self.error(format!("unexpected {}", stop.text())),
            }
        }
        let body = Block(close(&mut self.open.nodes, 0));
        let scope = std::mem::replace(&mut self.scope, Scope::new());
        self.add(name.into(), body, scope.slots)
    }

    /// Installs a template. Within one file a name may have one body; blank ones give way.
    fn add(&mut self, name: Str, body: Block, slots: usize) -> Result<()> {
        if let Some(old) = self.templates.get(&name)
            && !old.body.is_empty(&self.source)
        {
            if body.is_empty(&self.source) {
                return Ok(());
            }
            let name = quote(name.as_bytes());
            return self.error(format!("template: multiple definition of template {name}"));
        }
        let source = self.source.clone();
        let template = Template { name: name.clone(), source, body, slots };
        self.templates.insert(name, Arc::new(template));
        Ok(())
    }

    fn definition(&mut self) -> Result<()> {
        let context = "define clause";
        let token = self.next_non_space();
        let name = self.template_name(&token, context)?;
        self.expect(Kind::RightDelim, context)?;
        let outer = std::mem::replace(&mut self.scope, Scope::new());
        let (body, stop) = self.item_list()?;
        if let Stop::Else { .. } = stop {
            return self.error(format!("unexpected {} in {context}", stop.text()));
        }
        let scope = std::mem::replace(&mut self.scope, outer);
        self.add(name, body, scope.slots)
    }

    fn template_name(&mut self, token: &Token, context: &str) -> Result<Str> {
        match token.kind {
            Kind::String | Kind::RawString => self.string(token),
            _ => self.unexpected(token, context),
        }
    }

    fn string(&self, token: &Token) -> Result<Str> {
        match unquote(self.value(token)) {
            Some(bytes) => Ok(Str::from(bytes)),
            None => self.error("invalid syntax"),
        }
    }

    /// Nodes up to `{{end}}` or `{{else}}`.
    fn item_list(&mut self) -> Result<(Block, Stop)> {
        if self.blocks >= MAX_BLOCKS || stack::is_low() {
            return self.error("blocks nest too deeply");
        }
        self.blocks += 1;
        let base = self.open.nodes.len();
        while self.peek_non_space().kind != Kind::Eof {
            match self.text_or_action()? {
                Item::Node(node) => self.open.nodes.push(node),
                Item::Stop(stop) => {
                    self.blocks -= 1;
                    return Ok((Block(close(&mut self.open.nodes, base)), stop));
                }
            }
        }
        self.error("unexpected EOF")
    }

    fn text_or_action(&mut self) -> Result<Item> {
        let token = self.next_non_space();
        match token.kind {
            Kind::Text => Ok(Item::Node(Node::Text(Pos {
                at: token.start,
                start: token.start,
                end: token.end,
            }))),
            Kind::LeftDelim => {
                self.action_start = Some(token.start);
                let item = self.action();
                // Go clears this on the way out, so nested actions clear it, too.
                self.action_start = None;
                item
            }
            _ => self.unexpected(&token, "input"),
        }
    }

    fn action(&mut self) -> Result<Item> {
        let token = self.next_non_space();
        let node = match token.kind {
            Kind::Block => self.block()?,
            Kind::Break => Node::Break(self.loop_control(&token, "{{break}}")?),
            Kind::Continue => Node::Continue(self.loop_control(&token, "{{continue}}")?),
            Kind::Else => {
                let next = self.peek_non_space();
                let has_with = self.functions.language().has_else_with;
                if next.kind == Kind::If || (next.kind == Kind::With && has_with) {
                    return Ok(Item::Stop(Stop::Else { chained: Some(next.kind) }));
                }
                self.expect(Kind::RightDelim, "else")?;
                return Ok(Item::Stop(Stop::Else { chained: None }));
            }
            Kind::End => {
                self.expect(Kind::RightDelim, "end")?;
                return Ok(Item::Stop(Stop::End));
            }
            Kind::If => Node::If(Box::new(self.control(Kind::If)?)),
            Kind::Range => Node::Range(Box::new(self.control(Kind::Range)?)),
            Kind::With => Node::With(Box::new(self.control(Kind::With)?)),
            Kind::Template => self.template()?,
            _ => {
                self.backup();
                let pipe = self.pipeline("command", Kind::RightDelim)?;
                Node::Action(pipe.pos, pipe)
            }
        };
        Ok(Item::Node(node))
    }

    fn loop_control(&mut self, token: &Token, what: &str) -> Result<Pos> {
        let next = self.next_non_space();
        if next.kind != Kind::RightDelim {
            return self.unexpected(&next, what);
        }
        if self.scope.ranges == 0 {
            return self.error(format!("{what} outside {{{{range}}}}"));
        }
        Ok(Pos { at: token.start, start: token.start, end: token.end })
    }

    /// `if`, `with` or `range`, behind its keyword.
    fn control(&mut self, keyword: Kind) -> Result<Branch> {
        let context = match keyword {
            Kind::If => "if",
            Kind::With => "with",
            _ => "range",
        };
        let (known, live) = (self.scope.known.len(), self.scope.live.len());
        let pipe = self.pipeline(context, Kind::RightDelim)?;
        let live_in_bodies = self.scope.live.len();
        self.scope.ranges += u32::from(keyword == Kind::Range);
        let (body, stop) = self.item_list()?;
        self.scope.ranges -= u32::from(keyword == Kind::Range);
        let otherwise = match stop {
            Stop::End => None,
            Stop::Else { chained } => {
                self.scope.live.truncate(live_in_bodies);
                Some(self.otherwise(keyword, chained)?)
            }
        };
        self.scope.known.truncate(known);
        self.scope.live.truncate(live);
        let pos = Pos { end: self.last_end, ..pipe.pos };
        Ok(Branch { pos, pipe, body, otherwise })
    }

    fn otherwise(&mut self, keyword: Kind, chained: Option<Kind>) -> Result<Block> {
        if chained == Some(keyword) && keyword != Kind::Range {
            if self.blocks >= MAX_BLOCKS {
                return self.error("blocks nest too deeply");
            }
            self.blocks += 1;
            self.next_non_space();
            let branch = Box::new(self.control(keyword)?);
            self.blocks -= 1;
            let node = if keyword == Kind::If { Node::If(branch) } else { Node::With(branch) };
            return Ok(Block(Box::new([node])));
        }
        match self.item_list()? {
            (block, Stop::End) => Ok(block),
            (_, stop) => self.error(format!("expected end; found {}", stop.text())),
        }
    }

    fn block(&mut self) -> Result<Node> {
        let context = "block clause";
        let token = self.next_non_space();
        let name = self.template_name(&token, context)?;
        let pipe = self.pipeline(context, Kind::RightDelim)?;
        let pos = Pos { at: token.start, start: token.start, end: self.last_end };
        let delim = self.tokens[0];
        let outer = std::mem::replace(&mut self.scope, Scope::new());
        let (body, stop) = self.item_list()?;
        if let Stop::Else { .. } = stop {
            let message = format!("unexpected {} in {context}", stop.text());
            return self.error_at(&delim, message);
        }
        let scope = std::mem::replace(&mut self.scope, outer);
        self.add(name.clone(), body, scope.slots)?;
        Ok(Node::Template(Box::new(Call { pos, name, pipe: Some(pipe) })))
    }

    fn template(&mut self) -> Result<Node> {
        let context = "template clause";
        let token = self.next_non_space();
        let name = self.template_name(&token, context)?;
        let pipe = if self.next_non_space().kind == Kind::RightDelim {
            None
        } else {
            self.backup();
            Some(self.pipeline(context, Kind::RightDelim)?)
        };
        let pos = Pos { at: token.start, start: token.start, end: self.last_end };
        Ok(Node::Template(Box::new(Call { pos, name, pipe })))
    }

    /// Declarations and commands up to the closing token.
    fn pipeline(&mut self, context: &str, end: Kind) -> Result<Pipe> {
        let start = self.peek_non_space().start;
        let mut is_assign = false;
        let names = self.declarations(context, &mut is_assign)?;
        let base = self.open.commands.len();
        let mut end_of_last = start;
        loop {
            let token = self.next_non_space();
            match token.kind {
                kind if kind == end => break,
                Kind::Bool
                | Kind::CharConstant
                | Kind::Complex
                | Kind::Dot
                | Kind::Field
                | Kind::Identifier
                | Kind::Number
                | Kind::Nil
                | Kind::RawString
                | Kind::String
                | Kind::Variable
                | Kind::LeftParen => {
                    self.backup();
                    let command = self.command()?;
                    end_of_last = command.pos.end;
                    self.open.commands.push(command);
                }
                _ => return self.unexpected(&token, context),
            }
        }
        self.check_pipeline(&self.open.commands[base..], context)?;
        let cmds = close(&mut self.open.commands, base);
        // The variables get their values after the commands have run.
        let declare = |name| match is_assign {
            true => self.scope.resolve(name),
            false => self.scope.declare(name),
        };
        let decl = names.into_iter().map(declare).collect();
        Ok(Pipe { pos: Pos { at: start, start, end: end_of_last }, decl, is_assign, cmds })
    }

    fn declarations(&mut self, context: &str, is_assign: &mut bool) -> Result<Vec<Str>> {
        let mut names = Vec::new();
        loop {
            let variable = self.peek_non_space();
            if variable.kind != Kind::Variable {
                return Ok(names);
            }
            self.next_non_space();
            let after = self.peek();
            let next = self.peek_non_space();
            let name = Str::from(self.value(&variable));
            match next.kind {
                Kind::Assign | Kind::Declare => {
                    *is_assign = next.kind == Kind::Assign;
                    self.next_non_space();
                    self.scope.known.push(name.clone());
                    names.push(name);
                    return Ok(names);
                }
                Kind::Char if self.value(&next) == b"," => {
                    self.next_non_space();
                    self.scope.known.push(name.clone());
                    names.push(name);
                    if context != "range" || names.len() > 1 {
                        return self.error(format!("too many declarations in {context}"));
                    }
                    let follows = self.peek_non_space().kind;
                    if !matches!(follows, Kind::Variable | Kind::RightDelim | Kind::RightParen) {
                        return self.error("range can only initialize variables");
                    }
                }
                // It was an operand: everything that was read for it goes back.
                _ if after.kind == Kind::Space => {
                    self.tokens[1] = after;
                    self.tokens[2] = variable;
                    self.peeked = 3;
                    return Ok(names);
                }
                _ => {
                    self.tokens[1] = variable;
                    self.peeked = 2;
                    return Ok(names);
                }
            }
        }
    }

    fn check_pipeline(&self, cmds: &[Command], context: &str) -> Result<()> {
        if cmds.is_empty() {
            return self.error(format!("missing value for {context}"));
        }
        for (index, command) in cmds.iter().enumerate().skip(1) {
            if matches!(
                command.head,
                Expr::Bool(..) | Expr::Dot(_) | Expr::Nil(_) | Expr::Number(..) | Expr::Str(..)
            ) {
                let stage = index + 1;
                return self.error(format!("non executable command in pipeline stage {stage}"));
            }
        }
        Ok(())
    }

    fn command(&mut self) -> Result<Command> {
        let start = self.peek_non_space().start;
        let base = self.open.operands.len();
        let mut end = start;
        loop {
            self.peek_non_space();
            if let Some(operand) = self.operand()? {
                end = self.last_end;
                self.open.operands.push(operand);
            }
            let token = self.next();
            match token.kind {
                Kind::Space => {}
                Kind::RightDelim | Kind::RightParen => {
                    self.backup();
                    break;
                }
                Kind::Pipe => break,
                _ => return self.unexpected(&token, "operand"),
            }
        }
        if self.open.operands.len() == base {
            return self.error("empty command");
        }
        let args = close(&mut self.open.operands, base + 1);
        let head = self.open.operands.pop().expect("there is one more than the arguments");
        Ok(Command { pos: Pos { at: start, start, end }, head, args })
    }

    /// A term with the fields that follow it.
    fn operand(&mut self) -> Result<Option<Expr>> {
        let Some(term) = self.term()? else { return Ok(None) };
        let first = self.peek();
        if first.kind != Kind::Field {
            return Ok(Some(term));
        }
        let base = self.open.fields.len();
        if let Expr::Field(_, own) | Expr::Variable(_, _, own) = &term {
            self.open.fields.extend_from_slice(own);
        }
        while self.peek().kind == Kind::Field {
            let token = self.next();
            self.open.fields.push(Str::from(&self.value(&token)[1..]));
        }
        let fields = close(&mut self.open.fields, base);
        let pos = Pos { at: first.start, start: term.pos().start, end: self.last_end };
        Ok(Some(match term {
            Expr::Field(..) => Expr::Field(pos, fields),
            Expr::Variable(_, variable, _) => Expr::Variable(pos, variable, fields),
            Expr::Bool(..) | Expr::Str(..) | Expr::Number(..) | Expr::Nil(_) | Expr::Dot(_) => {
                let text = super::ast::At::Expr(&term).text(&self.source);
                return self.error(format!("unexpected . after term {}", quote(text.as_bytes())));
            }
            _ => Expr::Chain(pos, Box::new(term), fields),
        }))
    }

    fn term(&mut self) -> Result<Option<Expr>> {
        let token = self.next_non_space();
        let pos = Pos { at: token.start, start: token.start, end: token.end };
        let value = self.value(&token);
        Ok(Some(match token.kind {
            Kind::Identifier => {
                let func = std::str::from_utf8(value).ok().and_then(|n| self.functions.get(n));
                match func {
                    Some(func) => Expr::Func(pos, func),
                    None => {
                        return self.error(format!("function {} not defined", quote(value)));
                    }
                }
            }
            Kind::Dot => Expr::Dot(pos),
            Kind::Nil => Expr::Nil(pos),
            Kind::Variable => {
                let name = Str::from(value);
                if !self.scope.known.contains(&name) {
                    return self.error(format!("undefined variable {}", quote(value)));
                }
                Expr::Variable(pos, self.scope.resolve(name), Box::default())
            }
            Kind::Field => Expr::Field(pos, Box::new([Str::from(&value[1..])])),
            Kind::Bool => Expr::Bool(pos, value == b"true"),
            Kind::CharConstant | Kind::Complex | Kind::Number => {
                let literal = match token.kind {
                    Kind::CharConstant => Literal::Char,
                    Kind::Complex => Literal::Complex,
                    _ => Literal::Number,
                };
                match Number::parse(value, literal) {
                    Ok(number) => Expr::Number(pos, Box::new(number)),
                    Err(message) => return self.error(message),
                }
            }
            Kind::LeftParen => {
                if self.parens >= MAX_PARENS || stack::is_low() {
                    return self.error("max expression depth exceeded");
                }
                self.parens += 1;
                let pipe = self.pipeline("parenthesized pipeline", Kind::RightParen)?;
                self.parens -= 1;
                Expr::Pipe(Box::new(pipe))
            }
            Kind::String | Kind::RawString => Expr::Str(pos, self.string(&token)?),
            _ => {
                self.backup();
                return Ok(None);
            }
        }))
    }
}
