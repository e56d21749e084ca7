@testable import MacroImplementation
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

/// The diagnostics of a macro for the first type in a source text.
struct Reports {
  private var source: String
  private var diagnostics: [Diagnostic]

  init(of source: String) throws {
    self.source = source
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Models", fullFilePath: "Models.swift")],
      buildConfiguration: Expander.debugBuild)
    let type = file.statements.lazy.compactMap { $0.item.asProtocol((any DeclGroupSyntax).self) }
    for declaration in type.prefix(1) {
      try Self.expand(declaration, in: context)
    }
    diagnostics = context.diagnostics
  }

  private static func expand(
    _ declaration: any DeclGroupSyntax, in context: BasicMacroExpansionContext
  ) throws {
    for attribute in declaration.attributes.compactMap({ $0.as(AttributeSyntax.self) }) {
      let macro: (any MemberMacro.Type)? =
        switch attribute.simpleName {
        case "Model": PersistentModelMacro.self
        case "ModelActor": PersistentModelActorMacro.self
        default: nil
        }
      _ = try macro?.expansion(
        of: attribute, providingMembersOf: declaration, conformingTo: ["PersistentModel"],
        in: context)
    }
  }

  /// The messages as `line: message`; warnings have the prefix `warning: `.
  var messages: [String] {
    diagnostics.map { diagnostic in
      let line = source.utf8.prefix(diagnostic.position.utf8Offset).count { $0 == 10 } + 1
      let severity = diagnostic.diagMessage.severity == .warning ? "warning: " : ""
      return "\(line): \(severity)\(diagnostic.message)"
    }
  }

  /// The source after the first fix-it of each message.
  var fixedSource: String {
    let edits = diagnostics.compactMap(\.fixIts.first).flatMap(\.edits)
    var bytes = Array(source.utf8)
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      let range = edit.range.lowerBound.utf8Offset..<edit.range.upperBound.utf8Offset
      bytes.replaceSubrange(range, with: edit.replacement.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
