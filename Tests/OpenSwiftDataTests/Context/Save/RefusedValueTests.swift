import Foundation
import OpenSwiftData
import Testing

@Suite("Values that need what is missing")
struct RefusedValueTests {
  @Test(arguments: Backend.available)
  func errorsNameTheUnregisteredTransformer(_ backend: Backend) throws {
    let context = try TestStore(backend, for: Fence.self).makeContext()
    context.insert(Fence(paint: Paint(red: 1)))
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error?.description.contains("NoSuchTransformer") == true)
    #expect(error?.description.contains("Fence.paint") == true)
  }
}

@Model
final class Fence {
  @Attribute(.transformable(by: "NoSuchTransformer")) var paint: Paint

  init(paint: Paint) { self.paint = paint }
}
