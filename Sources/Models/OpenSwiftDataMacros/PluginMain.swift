#if SWIFT_SYNTAX_PACKAGE
  import MacroImplementation
  import SwiftCompilerPlugin
  import SwiftSyntaxMacros

  @main
  struct OpenSwiftDataPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = Array(macroTypes.values)
  }
#else
  import MacroImplementation
  @_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
  import SwiftSyntaxMacros

  /// The entry point that `SwiftCompilerPlugin` would provide; the toolchain ships its message
  /// handling, but not that module.
  @main
  struct OpenSwiftDataPlugin: PluginProvider {
    struct UnknownMacro: Error, CustomStringConvertible {
      var name: String
      var description: String { "the OpenSwiftData plugin has no macro '\(name)'" }
    }

    var features: [PluginFeature] { [] }

    func loadPluginLibrary(libraryPath: String, moduleName: String) throws {}

    func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
      guard let type = macroTypes[typeName] else { throw UnknownMacro(name: typeName) }
      return type
    }

    static func main() throws {
      let handler = PluginProviderMessageHandler(provider: OpenSwiftDataPlugin())
      let listener = CompilerPluginMessageListener(
        connection: try StandardIOMessageConnection(), messageHandler: handler)
      try listener.main()
    }
  }
#endif
