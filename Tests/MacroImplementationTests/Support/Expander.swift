@testable import MacroImplementation
import SwiftDiagnostics
import SwiftIfConfig
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

/// Expands the macros of a source text as the compiler would.
struct Expander {
  /// The conformances that the compiler requests from an extension macro.
  var conformances = ["PersistentModel", "_InlineModel", "Observable", "Sendable", "ModelActor"]

  /// Reads the conformances from a line `// conformances: A, B`, if there is one.
  init(readingDirectivesOf source: String) {
    let marker = "// conformances:"
    guard let line = source.split(separator: "\n").first(where: { $0.hasPrefix(marker) })
    else { return }
    conformances = line.dropFirst(marker.count).split(separator: ",")
      .map { String($0.trimmingPrefix(while: \.isWhitespace)) }
  }

  func expand(_ source: String) -> (text: String, diagnostics: [Diagnostic]) {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Models", fullFilePath: "Models.swift")],
      buildConfiguration: Self.debugBuild)
    let expanded = file.expand(
      macroSpecs: specifications,
      contextGenerator: {
        BasicMacroExpansionContext(sharingWith: context, lexicalContext: $0.enclosingScopes)
      },
      indentationWidth: .spaces(2))
    return (expanded.description, context.diagnostics)
  }

  static var debugBuild: StaticBuildConfiguration {
    StaticBuildConfiguration(
      customConditions: ["DEBUG"], targetOSs: ["Linux"], languageVersion: VersionTuple(6),
      compilerVersion: VersionTuple(6))
  }

  private var specifications: [String: MacroSpec] {
    let types = conformances.map { TypeSyntax(stringLiteral: $0) }
    return [
      "Attribute": MacroSpec(type: AttributePropertyMacro.self),
      "Index": MacroSpec(type: IndexMacro.self),
      "Model": MacroSpec(type: PersistentModelMacro.self, conformances: types),
      "ModelActor": MacroSpec(type: PersistentModelActorMacro.self, conformances: types),
      "_PersistedProperty": MacroSpec(type: PersistedPropertyMacro.self),
      "Relationship": MacroSpec(type: RelationshipPropertyMacro.self),
      "Transient": MacroSpec(type: TransientPropertyMacro.self),
      "Unique": MacroSpec(type: UniqueConstraintsMacro.self),
    ]
  }
}

extension Syntax {
  /// The declarations around the node, innermost first, as the compiler passes them to macros.
  fileprivate var enclosingScopes: [Syntax] {
    sequence(first: self, next: \.parent).dropFirst().filter {
      $0.isProtocol((any DeclGroupSyntax).self) || $0.is(FunctionDeclSyntax.self)
    }
  }
}
