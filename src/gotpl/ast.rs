//! The tree of a parsed template: immutable, shared between threads, every node with its
//! place in the source.
//!
//! Variables are resolved to slots and functions to their rows when the template is parsed;
//! nothing is looked up by name while it runs, except fields of the data and templates.

use std::sync::Arc;

use super::func::Func;
use super::number::Number;
use super::quote::quote;
use crate::source::{FileId, Span};
use crate::value::Str;

/// The text of a template file, as far as its templates need it when they run.
#[derive(Debug)]
pub struct Source {
    /// Name of the file, used in messages.
    pub name: Arc<str>,
    /// Id of the file in the source map; [`FileId::NONE`] when it has none.
    pub file: FileId,
    /// The text.
    pub text: Str,
}

/// One template: a file's own body, or a `define` or `block` in it.
#[derive(Debug)]
pub struct Template {
    /// The name by which it is included.
    pub name: Str,
    /// The file that it stands in.
    pub source: Arc<Source>,
    /// What it prints.
    pub body: Block,
    /// The greatest number of variables that live at the same time, `$` included.
    pub slots: usize,
}

/// A place in the source: Go's position for messages, and the whole extent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pos {
    /// What Go reports: for `.a.b` the second segment, for a call the command.
    pub at: u32,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset behind the last byte.
    pub end: u32,
}

/// A sequence of texts and actions.
#[derive(Debug, Default)]
pub struct Block(pub Box<[Node]>);

/// A text or an action.
#[derive(Debug)]
pub enum Node {
    /// Text between actions, already trimmed; a range of the source.
    Text(Pos),
    /// `{{ pipeline }}`
    Action(Pos, Pipe),
    /// `{{ if }}`
    If(Box<Branch>),
    /// `{{ with }}`
    With(Box<Branch>),
    /// `{{ range }}`
    Range(Box<Branch>),
    /// `{{ template "name" pipeline }}`
    Template(Box<Call>),
    /// `{{ break }}`
    Break(Pos),
    /// `{{ continue }}`
    Continue(Pos),
}

/// `if`, `with` or `range` with its bodies.
#[derive(Debug)]
pub struct Branch {
    /// The whole action, from its keyword to its `end`.
    pub pos: Pos,
    /// What is tested or iterated over.
    pub pipe: Pipe,
    /// Runs when the value is true, or for each element.
    pub body: Block,
    /// Runs otherwise.
    pub otherwise: Option<Block>,
}

/// `{{ template }}`, also what remains of a `{{ block }}`.
#[derive(Debug)]
pub struct Call {
    /// The place of the name.
    pub pos: Pos,
    /// The template to run.
    pub name: Str,
    /// Its argument; none means nil.
    pub pipe: Option<Pipe>,
}

/// Commands joined by `|`, with the variables that get the result.
#[derive(Debug)]
pub struct Pipe {
    /// From the first declaration or command to the last.
    pub pos: Pos,
    /// The variables in the order written.
    pub decl: Box<[Variable]>,
    /// The variables exist already (`=` instead of `:=`).
    pub is_assign: bool,
    /// The commands.
    pub cmds: Box<[Command]>,
}

/// A variable with the place in the frame where its value is.
#[derive(Debug, Clone)]
pub struct Variable {
    /// The name, with the dollar sign.
    pub name: Str,
    /// Its slot; none when no declaration has run at this point of the template (Go's parser
    /// lets that pass in some places, and its evaluator fails).
    pub slot: Option<u32>,
}

/// An operand, or a function or method with its arguments.
#[derive(Debug)]
pub struct Command {
    /// From the first word to the last.
    pub pos: Pos,
    /// The first word.
    pub head: Expr,
    /// The arguments.
    pub args: Box<[Expr]>,
}

/// An operand.
#[derive(Debug)]
pub enum Expr {
    /// `.`
    Dot(Pos),
    /// `nil`
    Nil(Pos),
    /// `true`, `false`
    Bool(Pos, bool),
    /// A number or character.
    Number(Pos, Box<Number>),
    /// A string; its quoted form is in the source.
    Str(Pos, Str),
    /// `.a.b`
    Field(Pos, Box<[Str]>),
    /// `$x.a.b`
    Variable(Pos, Variable, Box<[Str]>),
    /// A function.
    Func(Pos, &'static Func),
    /// `(pipeline)`
    Pipe(Box<Pipe>),
    /// An operand that is neither field nor variable, with fields: `(pipeline).a.b`
    Chain(Pos, Box<Expr>, Box<[Str]>),
}

impl Pos {
    /// The extent as a span of the source file.
    pub fn span(self, source: &Source) -> Span {
        Span { file: source.file, start: self.start, end: self.end }
    }
}

impl Block {
    /// True when there is nothing but white space (comments are not in the tree).
    pub fn is_empty(&self, source: &Source) -> bool {
        self.0.iter().all(|node| match node {
            Node::Text(pos) => is_blank(source.slice(*pos)),
            _ => false,
        })
    }
}

/// Go's `bytes.TrimSpace` leaves nothing.
fn is_blank(text: &[u8]) -> bool {
    match std::str::from_utf8(text) {
        Ok(text) => text.chars().all(char::is_whitespace),
        Err(_) => false,
    }
}

impl Source {
    /// The text at a place.
    pub fn slice(&self, pos: Pos) -> &[u8] {
        self.text.as_bytes().get(pos.start as usize..pos.end as usize).unwrap_or_default()
    }

    /// Go's line and column of a position: the line 1-based, the column 0-based in bytes.
    pub fn line_column(&self, at: u32) -> (u32, u32) {
        let text = self.text.as_bytes();
        let before = &text[..text.len().min(at as usize)];
        let line = before.iter().filter(|b| **b == b'\n').count() + 1;
        let start = before.iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
        (line as u32, (before.len() - start) as u32)
    }
}

impl Expr {
    /// Where the operand stands.
    pub fn pos(&self) -> Pos {
        match self {
            Expr::Dot(pos) | Expr::Nil(pos) | Expr::Bool(pos, _) | Expr::Number(pos, _) => *pos,
            Expr::Str(pos, _) | Expr::Field(pos, _) | Expr::Variable(pos, ..) => *pos,
            Expr::Func(pos, _) | Expr::Chain(pos, ..) => *pos,
            Expr::Pipe(pipe) => pipe.pos,
        }
    }
}

/// A node that a message can point at: printed as Go prints its tree, with normalised
/// spaces.
#[derive(Clone, Copy)]
pub enum At<'t> {
    /// Nothing has been visited yet.
    None,
    /// A text or action.
    Node(&'t Node),
    /// An operand.
    Expr(&'t Expr),
    /// A command.
    Command(&'t Command),
    /// A pipeline.
    Pipe(&'t Pipe),
}

impl At<'_> {
    /// Where the node stands.
    pub fn pos(self) -> Option<Pos> {
        Some(match self {
            At::None => return None,
            At::Node(node) => match node {
                Node::Text(pos) | Node::Action(pos, _) => *pos,
                Node::Break(pos) | Node::Continue(pos) => *pos,
                Node::If(branch) | Node::With(branch) | Node::Range(branch) => branch.pos,
                Node::Template(call) => call.pos,
            },
            At::Expr(expr) => expr.pos(),
            At::Command(command) => command.pos,
            At::Pipe(pipe) => pipe.pos,
        })
    }

    /// The text of the node in messages.
    pub fn text(self, source: &Source) -> String {
        let mut out = Printer { source, out: String::new() };
        match self {
            At::None => {}
            At::Node(node) => out.node(node),
            // The parentheses belong to the command around it.
            At::Expr(Expr::Pipe(pipe)) => out.pipe(pipe),
            At::Expr(expr) => out.expr(expr),
            At::Command(command) => out.command(command),
            At::Pipe(pipe) => out.pipe(pipe),
        }
        out.out
    }
}

struct Printer<'s> {
    source: &'s Source,
    out: String,
}

impl Printer<'_> {
    fn raw(&mut self, pos: Pos) {
        self.out.push_str(&String::from_utf8_lossy(self.source.slice(pos)));
    }

    fn block(&mut self, block: &Block) {
        block.0.iter().for_each(|node| self.node(node));
    }

    fn node(&mut self, node: &Node) {
        match node {
            Node::Text(pos) => self.raw(*pos),
            Node::Action(_, pipe) => {
                self.out.push_str("{{");
                self.pipe(pipe);
                self.out.push_str("}}");
            }
            Node::If(branch) => self.branch("if", branch),
            Node::With(branch) => self.branch("with", branch),
            Node::Range(branch) => self.branch("range", branch),
            Node::Template(call) => {
                self.out.push_str("{{template ");
                self.out.push_str(&quote(call.name.as_bytes()));
                if let Some(pipe) = &call.pipe {
                    self.out.push(' ');
                    self.pipe(pipe);
                }
                self.out.push_str("}}");
            }
            Node::Break(_) => self.out.push_str("{{break}}"),
            Node::Continue(_) => self.out.push_str("{{continue}}"),
        }
    }

    fn branch(&mut self, keyword: &str, branch: &Branch) {
        self.out.push_str("{{");
        self.out.push_str(keyword);
        self.out.push(' ');
        self.pipe(&branch.pipe);
        self.out.push_str("}}");
        self.block(&branch.body);
        if let Some(otherwise) = &branch.otherwise {
            self.out.push_str("{{else}}");
            self.block(otherwise);
        }
        self.out.push_str("{{end}}");
    }

    fn pipe(&mut self, pipe: &Pipe) {
        for (index, variable) in pipe.decl.iter().enumerate() {
            self.out.push_str(if index > 0 { ", " } else { "" });
            self.out.push_str(&variable.name.to_string_lossy());
        }
        if !pipe.decl.is_empty() {
            self.out.push_str(if pipe.is_assign { " = " } else { " := " });
        }
        for (index, command) in pipe.cmds.iter().enumerate() {
            self.out.push_str(if index > 0 { " | " } else { "" });
            self.command(command);
        }
    }

    fn command(&mut self, command: &Command) {
        self.expr(&command.head);
        for arg in &command.args {
            self.out.push(' ');
            self.expr(arg);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Dot(_) => self.out.push('.'),
            Expr::Nil(_) => self.out.push_str("nil"),
            Expr::Bool(_, value) => self.out.push_str(if *value { "true" } else { "false" }),
            Expr::Number(pos, _) | Expr::Str(pos, _) => self.raw(*pos),
            Expr::Field(_, fields) => self.fields(fields),
            Expr::Variable(_, variable, fields) => {
                self.out.push_str(&variable.name.to_string_lossy());
                self.fields(fields);
            }
            Expr::Func(_, func) => self.out.push_str(func.name),
            Expr::Pipe(pipe) => {
                self.out.push('(');
                self.pipe(pipe);
                self.out.push(')');
            }
            Expr::Chain(_, base, fields) => {
                self.expr(base);
                self.fields(fields);
            }
        }
    }

    fn fields(&mut self, fields: &[Str]) {
        for field in fields {
            self.out.push('.');
            self.out.push_str(&field.to_string_lossy());
        }
    }
}
