import SwiftSyntax

// The result of a macro is text, which the compiler parses and nothing here inspects. Parsing it
// here as well took a fifth of the time to compile a model.

extension DeclSyntax {
  /// Creates a declaration from text without parsing it.
  init(verbatim text: String) {
    self.init(MissingDeclSyntax(placeholder: .identifier(text)))
  }
}

extension AccessorDeclSyntax {
  /// Creates an accessor from text without parsing it.
  init(verbatim text: String) {
    self.init(accessorSpecifier: .identifier(text))
  }
}
