import Foundation
import OpenSwiftData

@Model
package final class Photo {
  package var name: String
  @Attribute(.externalStorage) package var image: Data?
  @Attribute(.externalStorage) package var thumbnail: Data = Data()

  package init(name: String) { self.name = name }
}
