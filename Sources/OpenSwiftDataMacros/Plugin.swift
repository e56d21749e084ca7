import SwiftSyntax
import SwiftSyntaxMacros

/// Every macro of the library, by the type name its declaration gives.
var macroTypes: [String: any Macro.Type] {
  [
    "PersistentModelMacro": PersistentModelMacro.self,
    "PersistedPropertyMacro": PersistedPropertyMacro.self,
    "PredicateMacro": PredicateMacro.self,
  ]
}
