import Foundation
import SwiftData
import Testing

/// A class that is not a model, with a stored property.
class Drawing {
  var strokes = 3
  init() {}
}

@Model
final class Sketch: Drawing {
  var title: String
  var count: Int = 0
  init(title: String) {
    self.title = title
    super.init()
  }
}

/// A class that is not a model and stores nothing.
class Titled {
  static let separator = ": "
  var heading: String { "Title" }
  init() {}
}

class TwiceTitled: Titled {
  override var heading: String { "The " + super.heading }
}

@Model
final class Chapter: TwiceTitled {
  var title: String
  var count: Int = 0
  init(title: String) {
    self.title = title
    super.init()
  }
}

class LazyDrawing: Drawing {
  lazy var outline = "none"
  let stamp = UUID()
}

@Model
final class Draft: LazyDrawing {
  var title: String = ""
  override init() { super.init() }
}

@Observable
class Watched {
  var size = 1
  init() {}
}

@Model
final class WatchedDraft: Watched {
  var title: String = ""
  override init() { super.init() }
}

@Model
final class Handle: NSObject {
  var title: String
  init(title: String) {
    self.title = title
    super.init()
  }
}

@Suite("Models whose superclass is not a model")
struct SuperclassTests {
  private func container(for model: any PersistentModel.Type) throws -> ModelContainer {
    try ModelContainer(
      for: model, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  @Test func modelsUnderClassesWithoutStorageAreStored() throws {
    let container = try container(for: Chapter.self)
    let context = ModelContext(container)
    let chapter = Chapter(title: "tree")
    chapter.count += 1
    context.insert(chapter)
    try context.save()
    let fetched = try #require(ModelContext(container).fetch(FetchDescriptor<Chapter>()).first)
    #expect(fetched.title == "tree")
    #expect(fetched.count == 1)
    #expect(fetched.heading == "The Title")
  }

  @Test func storedPropertiesOfTheSuperclassAreRefused() throws {
    let error = try #require(throws: SwiftDataError.self) { try container(for: Sketch.self) }
    #expect(error == .unsupportedModel)
    for part in [
      "Sketch inherits the stored property 'strokes' from Drawing", "@Model before Drawing",
    ] {
      #expect(error.description.contains(part), "\(error)")
    }
  }

  @Test func storedPropertiesOfAllSuperclassesAreNamed() throws {
    let error = try #require(throws: SwiftDataError.self) { try container(for: Draft.self) }
    #expect(error.description.contains("'strokes', 'outline', 'stamp'"), "\(error)")
  }

  @Test func observedPropertiesOfTheSuperclassAreRefused() throws {
    let error = try #require(throws: SwiftDataError.self) { try container(for: WatchedDraft.self) }
    #expect(error.description.contains("'_size' from Watched"), "\(error)")
  }

  @Test func nsObjectMayBeTheSuperclass() throws {
    let container = try container(for: Handle.self)
    let context = ModelContext(container)
    context.insert(Handle(title: "door"))
    context.insert(Handle(title: "door"))
    try context.save()
    let fetched = try ModelContext(container).fetch(FetchDescriptor<Handle>())
    #expect(fetched.map(\.title) == ["door", "door"])
    #expect(fetched[0] != fetched[1])
  }

  @Test func modelsUnderAnotherClassAcceptBackingData() {
    let sketch = Sketch(title: "tree")
    let copy = Sketch(backingData: sketch.persistentBackingData)
    #expect(copy.title == "tree")
    #expect(copy.strokes == 3)
  }
}
