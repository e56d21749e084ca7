import Foundation
import OpenSwiftData
import Testing

@Suite("Model forms")
struct ModelFormTests {
  @Test(arguments: Backend.available)
  func privateAndInferredPropertiesAreStored(_ backend: Backend) throws {
    let forms = Forms(secret: "s3cret")
    forms.read()
    forms.inferredOptional = nil
    forms.inferredList = []
    forms.default = false
    forms.straße = "lang"
    forms.renamed = "new"
    forms.image = Data([1, 2])
    try roundTrip(forms, backend) { read in
      #expect(read.reveal() == "s3cret")
      #expect(read.reads == 1)
      #expect(read.inferredString == "text")
      #expect(read.inferredDouble == 1.5)
      #expect(read.inferredDate == forms.inferredDate)
      #expect(read.inferredMap == ["a": 1])
      #expect(read.inferredList == [])
      #expect(read.inferredOptional == nil)
      #expect(read.counter == 42)
      #expect(!read.default)
      #expect(read.straße == "lang")
      #expect(read.renamed == "new")
      #expect(read.image == Data([1, 2]))
      #expect(read.summary == "s3cret 42")
      #expect(read.expensive == 5)
    }
  }

  @Test(arguments: Backend.available)
  func transientPropertiesAreNotStored(_ backend: Backend) throws {
    let forms = Forms(secret: "")
    forms.scratch = ["a": 1]
    forms.cached = 9
    try roundTrip(forms, backend) { read in
      #expect(read.scratch.isEmpty)
      #expect(read.cached == nil)
    }
    #expect(forms.scratch == ["a": 1])
  }

  @Test func transientPropertiesAreNotTracked() throws {
    let context = try TestStore(.memory, for: Forms.self).makeContext()
    let forms = Forms(secret: "")
    context.insert(forms)
    try context.save()
    forms.scratch = ["b": 2]
    #expect(!context.hasChanges)
  }

  @Test(arguments: Backend.available)
  func ephemeralPropertiesAreTrackedButNotStored(_ backend: Backend) throws {
    let store = try TestStore(backend, for: Forms.self)
    let context = store.makeContext()
    let forms = Forms(secret: "")
    context.insert(forms)
    try context.save()
    forms.session = 8
    #expect(context.hasChanges)
    try context.save()
    #expect(forms.session == 8)
    let read = try #require(try store.makeContext().fetch(FetchDescriptor<Forms>()).first)
    #expect(read.session == 7)
  }

  @Test(arguments: Backend.available)
  func aStoredIDIsKeptBesideTheIdentifier(_ backend: Backend) throws {
    let product = Product(name: "Lamp")
    let id = product.id
    try roundTrip(product, backend) { read in
      #expect(read.id == id)
      #expect(read.persistentModelID == product.persistentModelID)
    }
  }

  @Test func codableModelsAreEncodedAndDecoded() throws {
    let product = Product(name: "Lamp")
    let data = try JSONEncoder().encode(product)
    let decoded = try JSONDecoder().decode(Product.self, from: data)
    #expect(decoded.id == product.id)
    #expect(decoded.name == "Lamp")
    #expect(decoded !== product)
    let context = try TestStore(.memory, for: Product.self).makeContext()
    context.insert(decoded)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Product>()) == 1)
  }

  @Test(arguments: Backend.available)
  func modelsNestedInEnumerationsAreStored(_ backend: Backend) throws {
    let entry = Catalogue.Section.Entry(title: "t")
    entry.kind = .featured
    try roundTrip(entry, backend) { read in
      #expect(read.title == "t")
      #expect(read.kind == .featured)
    }
  }

  @Test func backingDataKeepsValuesWithoutADefault() {
    let wall = Wall(paint: Paint(red: 5))
    #expect(Wall(backingData: wall.persistentBackingData).paint.red == 5)
  }

  @Test(arguments: Backend.available)
  func valueTransformersConvertStoredValues(_ backend: Backend) throws {
    ValueTransformer.setValueTransformer(PaintTransformer(), forName: PaintTransformer.name)
    let wall = Wall(paint: Paint(red: 200))
    try roundTrip(wall, backend) { read in
      #expect(read.paint == Paint(red: 200))
      #expect(read.trim == nil)
    }
    wall.modelContext?.delete(wall)
    let trimmed = Wall(paint: Paint(red: 1))
    trimmed.trim = Paint(red: 2)
    try roundTrip(trimmed, backend) { #expect($0.trim == Paint(red: 2)) }
  }
}

@Suite("Models written by hand")
struct HandMadeModelTests {
  @Test(arguments: Backend.available)
  func modelsWrittenByHandShareTheRow(_ backend: Backend) throws {
    let store = try TestStore(backend, for: HandMade.self)
    let context = store.makeContext()
    let (older, newer) = (HandMade(title: "t"), HandMade(title: "t"))
    older.count = 1
    context.insert(older)
    try context.save()
    newer.count = 2
    newer.nickname = "n"
    context.insert(newer)
    try context.save()
    #expect(older.count == 2)
    #expect(older.nickname == "n")
    older.count += 5
    newer.nickname = nil
    #expect(newer.count == 7)
    #expect(older.nickname == nil)
    try context.save()
    let stored = try store.makeContext().fetch(FetchDescriptor<HandMade>())
    #expect(stored.map(\.count) == [7])
    #expect(stored.map(\.nickname) == [nil])
    #expect(older.persistentModelID == newer.persistentModelID)
  }

  @Test(arguments: Backend.available)
  func modelsWrittenByHandReadBackAsSaved(_ backend: Backend) throws {
    let model = HandMade(title: "first")
    model.nickname = "nick"
    try roundTrip(model, backend) { read in
      #expect(read.title == "first")
      #expect(read.count == 3)
      #expect(read.nickname == "nick")
    }
  }

  @Test(arguments: Backend.available)
  func modelsWrittenByHandTrackChanges(_ backend: Backend) throws {
    let store = try TestStore(backend, for: HandMade.self)
    let context = store.makeContext()
    let model = HandMade(title: "first")
    context.insert(model)
    try context.save()
    #expect(!context.hasChanges)
    #expect(!model.hasChanges)
    model.count = 9
    model.nickname = nil
    #expect(context.hasChanges)
    #expect(model.hasChanges)
    try context.save()
    let other = store.makeContext()
    let read = try #require(
      try other.fetch(FetchDescriptor<HandMade>(predicate: #Predicate { $0.count > 8 })).first)
    #expect(read.count == 9)
    #expect(read.nickname == nil)
    #expect(read.persistentModelID == model.persistentModelID)
  }

  @Test(arguments: Backend.available)
  func rollbackRestoresModelsWrittenByHand(_ backend: Backend) throws {
    let context = try TestStore(backend, for: HandMade.self).makeContext()
    let model = HandMade(title: "first")
    model.nickname = "nick"
    context.insert(model)
    try context.save()
    model.title = "other"
    model.nickname = nil
    context.rollback()
    #expect(model.title == "first")
    #expect(model.nickname == "nick")
    #expect(!context.hasChanges)
  }

  @Test(arguments: Backend.available)
  func aRowHasOneInstanceWrittenByHand(_ backend: Backend) throws {
    let context = try TestStore(backend, for: HandMade.self).makeContext()
    let model = HandMade(title: "first")
    context.insert(model)
    try context.save()
    #expect(try context.fetch(FetchDescriptor<HandMade>()).first === model)
    #expect(context.model(for: model.persistentModelID) === model)
  }

  @Test(arguments: Backend.available)
  func modelsWrittenByHandAreDeleted(_ backend: Backend) throws {
    let store = try TestStore(backend, for: HandMade.self)
    let context = store.makeContext()
    let model = HandMade(title: "first")
    context.insert(model)
    try context.save()
    context.delete(model)
    #expect(model.isDeleted)
    try context.save()
    #expect(model.modelContext == nil)
    #expect(model.title == "first")
    #expect(!model.isDeleted)
    #expect(try store.makeContext().fetchCount(FetchDescriptor<HandMade>()) == 0)
  }
}
