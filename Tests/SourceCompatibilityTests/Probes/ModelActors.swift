import Foundation
import SwiftData

@Model final class Entry { var text: String; init(text: String) { self.text = text } }

@ModelActor
actor EntryStore {
    private var counter = 0

    func add(_ text: String) throws -> PersistentIdentifier {
        let entry = Entry(text: text)
        modelContext.insert(entry)
        try modelContext.save()
        counter += 1
        return entry.persistentModelID
    }
    func text(of id: PersistentIdentifier) -> String? {
        self[id, as: Entry.self]?.text
    }
    func count() throws -> Int { try modelContext.fetchCount(FetchDescriptor<Entry>()) }
}

@ModelActor
actor NamedStore {
    let name: String
    init(container: ModelContainer, name: String) {
        let context = ModelContext(container)
        context.author = name
        self.modelExecutor = DefaultSerialModelExecutor(modelContext: context)
        self.modelContainer = container
        self.name = name
    }
}

extension ModelActor {
    func removeAll<T: PersistentModel>(_ type: T.Type) throws {
        try modelContext.delete(model: type)
        try modelContext.save()
    }
}

func actorUse(_ container: ModelContainer) async throws -> Int {
    let store = EntryStore(modelContainer: container)
    let id = try await store.add("hello")
    let text = await store.text(of: id)
    let shared: ModelContainer = store.modelContainer
    let executor: any ModelExecutor = store.modelExecutor
    let unowned: UnownedSerialExecutor = store.unownedExecutor
    try await NamedStore(container: shared, name: "n").removeAll(Entry.self)
    _ = (text, executor, unowned)
    return try await store.count()
}
