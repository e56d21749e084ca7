#if canImport(SwiftUI)
  // This file is not compiled where the project is tested, since SwiftUI is missing there. All that
  // it uses is.
  import SwiftUI

  private struct ModelContextKey: EnvironmentKey {
    static var defaultValue: ModelContext? { nil }
  }

  extension EnvironmentValues {
    /// The context of a view; one without models if no container was set.
    public var modelContext: ModelContext {
      get {
        if let context = self[ModelContextKey.self] { return context }
        let memory = ModelConfiguration(isStoredInMemoryOnly: true)
        guard let container = try? ModelContainer(for: Schema(), configurations: memory) else {
          preconditionFailure("SQLite could not create an in-memory database.")
        }
        return ModelContext(container)
      }
      set { self[ModelContextKey.self] = newValue }
    }
  }

  extension View {
    /// Sets the context of a view and of the views inside it.
    public func modelContext(_ modelContext: ModelContext) -> some View {
      environment(\.modelContext, modelContext)
    }

    /// Sets the main context of a container for a view and the views inside it.
    @MainActor
    public func modelContainer(_ container: ModelContainer) -> some View {
      environment(\.modelContext, container.mainContext)
    }

    /// Creates a container for a model, and sets its main context for a view and the views inside
    /// it.
    @MainActor
    public func modelContainer(
      for modelType: any PersistentModel.Type, inMemory: Bool = false,
      isAutosaveEnabled: Bool = true, isUndoEnabled: Bool = false,
      onSetup: @escaping (Result<ModelContainer, any Error>) -> Void = { _ in }
    ) -> some View {
      modelContainer(
        for: [modelType], inMemory: inMemory, isAutosaveEnabled: isAutosaveEnabled,
        isUndoEnabled: isUndoEnabled, onSetup: onSetup)
    }

    /// Creates a container for models, and sets its main context for a view and the views inside
    /// it.
    @MainActor
    public func modelContainer(
      for modelTypes: [any PersistentModel.Type], inMemory: Bool = false,
      isAutosaveEnabled: Bool = true, isUndoEnabled: Bool = false,
      onSetup: @escaping (Result<ModelContainer, any Error>) -> Void = { _ in }
    ) -> some View {
      modifier(
        MadeContainer(
          modelTypes: modelTypes, inMemory: inMemory, isAutosaveEnabled: isAutosaveEnabled,
          isUndoEnabled: isUndoEnabled, onSetup: onSetup))
    }
  }

  extension Scene {
    /// Sets the context of the views of a scene.
    public func modelContext(_ modelContext: ModelContext) -> some Scene {
      environment(\.modelContext, modelContext)
    }

    /// Sets the main context of a container for the views of a scene.
    @MainActor
    public func modelContainer(_ container: ModelContainer) -> some Scene {
      environment(\.modelContext, container.mainContext)
    }
  }

  /// Creates a container once for a view.
  private struct MadeContainer: ViewModifier {
    let modelTypes: [any PersistentModel.Type]
    let inMemory: Bool
    let isAutosaveEnabled: Bool
    let isUndoEnabled: Bool
    let onSetup: (Result<ModelContainer, any Error>) -> Void
    @State private var container: ModelContainer?
    @Environment(\.undoManager) private var undoManager

    func body(content: Content) -> some View {
      Group {
        if let container { content.modelContainer(container) } else { content }
      }
      .onAppear { if container == nil { make() } }
    }

    @MainActor
    private func make() {
      let result = Result {
        try ModelContainer(
          for: Schema(modelTypes),
          configurations: ModelConfiguration(isStoredInMemoryOnly: inMemory))
      }
      if case .success(let made) = result {
        made.mainContext.autosaveEnabled = isAutosaveEnabled
        if isUndoEnabled { made.mainContext.undoManager = undoManager }
        container = made
      }
      onSetup(result)
    }
  }
#endif
