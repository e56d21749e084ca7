import SwiftSyntax
import SwiftSyntaxMacros
enum PersistentModelMacro: MemberMacro { static func expansion(of node: AttributeSyntax, providingMembersOf d: some DeclGroupSyntax, conformingTo: [TypeSyntax], in c: some MacroExpansionContext) throws -> [DeclSyntax] { [] } }
enum PersistedPropertyMacro: PeerMacro { static func expansion(of node: AttributeSyntax, providingPeersOf d: some DeclSyntaxProtocol, in c: some MacroExpansionContext) throws -> [DeclSyntax] { [] } }
