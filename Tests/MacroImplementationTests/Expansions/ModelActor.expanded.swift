// swift-format-ignore-file
public actor NoteStore {
  private var counter = 0
  private var last: String?

  public nonisolated let modelExecutor: any OpenSwiftData.ModelExecutor

  public nonisolated let modelContainer: OpenSwiftData.ModelContainer

  public init(modelContainer: OpenSwiftData.ModelContainer) {
    let modelContext = OpenSwiftData.ModelContext(modelContainer)
    self.modelExecutor = OpenSwiftData.DefaultSerialModelExecutor(modelContext: modelContext)
    self.modelContainer = modelContainer
  }
}
actor NamedStore {
  let name: String
  init(container: ModelContainer, name: String) {
    self.name = name
  }

  nonisolated let modelExecutor: any OpenSwiftData.ModelExecutor

  nonisolated let modelContainer: OpenSwiftData.ModelContainer
}
actor OwnStore {
  init(modelContainer: ModelContainer) {}

  nonisolated let modelExecutor: any OpenSwiftData.ModelExecutor

  nonisolated let modelContainer: OpenSwiftData.ModelContainer
}

extension NoteStore: OpenSwiftData.ModelActor {
}

extension NamedStore: OpenSwiftData.ModelActor {
}

extension OwnStore: OpenSwiftData.ModelActor {
}
