import SwiftIfConfig
import SwiftSyntax
import SwiftSyntaxMacros

extension MemberBlockSyntax {
  /// Returns the declarations of the block, with conditional compilation replaced by its active
  /// declarations.
  ///
  /// Conditions that only the compiler can evaluate, such as `canImport`, are left in their
  /// `IfConfigDeclSyntax`.
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
  /// The declarations of all clauses, active or not.
  var allMembers: [DeclSyntax] {
    clauses.flatMap { clause -> [DeclSyntax] in
      guard case .decls(let members) = clause.elements else { return [] }
      return members.flatMap { $0.decl.as(IfConfigDeclSyntax.self)?.allMembers ?? [$0.decl] }
    }
  }
}
