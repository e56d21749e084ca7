// swift-format-ignore-file

@ModelActor
public actor NoteStore {
  private var counter = 0
  private var last: String?
}

@ModelActor
actor NamedStore {
  let name: String
  init(container: ModelContainer, name: String) {
    self.name = name
  }
}

@ModelActor
actor OwnStore {
  init(modelContainer: ModelContainer) {}
}
