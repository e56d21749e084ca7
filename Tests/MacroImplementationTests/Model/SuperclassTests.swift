import Foundation
import SwiftData
import Testing

/// A class that is no model.
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

@Model
final class Handle: NSObject {
  var title: String
  init(title: String) {
    self.title = title
    super.init()
  }
}

@Suite("Models whose superclass is no model")
struct SuperclassTests {
  @Test func areStored() throws {
    let memory = ModelConfiguration(isStoredInMemoryOnly: true)
    let container = try ModelContainer(for: Sketch.self, configurations: memory)
    let context = ModelContext(container)
    let sketch = Sketch(title: "tree")
    sketch.strokes = 9
    sketch.count += 1
    context.insert(sketch)
    try context.save()
    let fetched = try #require(ModelContext(container).fetch(FetchDescriptor<Sketch>()).first)
    #expect(fetched.title == "tree")
    #expect(fetched.count == 1)
    #expect(fetched.strokes == 3)
  }

  @Test func mayBeFoundationsRoot() throws {
    let memory = ModelConfiguration(isStoredInMemoryOnly: true)
    let container = try ModelContainer(for: Handle.self, configurations: memory)
    let context = ModelContext(container)
    context.insert(Handle(title: "door"))
    context.insert(Handle(title: "door"))
    try context.save()
    let fetched = try ModelContext(container).fetch(FetchDescriptor<Handle>())
    #expect(fetched.map(\.title) == ["door", "door"])
    #expect(fetched[0] != fetched[1])
  }

  @Test func takeBackingData() {
    let sketch = Sketch(title: "tree")
    let copy = Sketch(backingData: sketch.persistentBackingData)
    #expect(copy.title == "tree")
    #expect(copy.strokes == 3)
  }
}
