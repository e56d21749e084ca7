import SwiftSyntax

// What a macro hands over is text: the compiler parses it, and nothing here looks into it again. To
// parse it here as well took a fifth of all that compiling a model takes.

extension DeclSyntax {
  /// A declaration whose text is taken as it is.
  init(verbatim text: String) {
    self.init(MissingDeclSyntax(placeholder: .identifier(text)))
  }
}

extension AccessorDeclSyntax {
  /// An accessor whose text is taken as it is.
  init(verbatim text: String) {
    self.init(accessorSpecifier: .identifier(text))
  }
}
