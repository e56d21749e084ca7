import SwiftSyntax
import SwiftSyntaxMacros

/// All macros of the library, by the type names in their declarations.
package var macroTypes: [String: any Macro.Type] {
  [
    "AttributePropertyMacro": AttributePropertyMacro.self,
    "IndexMacro": IndexMacro.self,
    "PersistedPropertyMacro": PersistedPropertyMacro.self,
    "PersistentModelActorMacro": PersistentModelActorMacro.self,
    "PersistentModelMacro": PersistentModelMacro.self,
    "PredicateMacro": PredicateMacro.self,
    "RelationshipPropertyMacro": RelationshipPropertyMacro.self,
    "TransientPropertyMacro": TransientPropertyMacro.self,
    "UniqueConstraintsMacro": UniqueConstraintsMacro.self,
  ]
}
