import SwiftSyntax
import SwiftSyntaxMacros

/// Every macro of the library, by the type name its declaration gives.
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
