import SwiftIfConfig
import SwiftSyntax
import SwiftSyntaxMacros

extension MemberBlockSyntax {
  /// The declarations of the block, with the active ones of conditional compilation in their place.
  ///
  /// What depends on a condition that only the compiler can evaluate, such as `canImport`, stays
  /// inside its `IfConfigDeclSyntax`.
  func activeMembers(in context: some MacroExpansionContext) -> [DeclSyntax] {
    members.flatMap { $0.decl.active(in: context) }
  }
}

extension DeclSyntax {
  fileprivate func active(in context: some MacroExpansionContext) -> [DeclSyntax] {
    guard let conditional = self.as(IfConfigDeclSyntax.self) else { return [self] }
    guard let configuration = context.buildConfiguration else { return [self] }
    let (clause, diagnostics) = conditional.activeClause(in: configuration)
    guard diagnostics.isEmpty else { return [self] }
    guard case .decls(let members) = clause?.elements else { return [] }
    return members.flatMap { $0.decl.active(in: context) }
  }
}

extension IfConfigDeclSyntax {
  /// The declarations of every clause, active or not.
  var allMembers: [DeclSyntax] {
    clauses.flatMap { clause -> [DeclSyntax] in
      guard case .decls(let members) = clause.elements else { return [] }
      return members.flatMap { $0.decl.as(IfConfigDeclSyntax.self)?.allMembers ?? [$0.decl] }
    }
  }
}
