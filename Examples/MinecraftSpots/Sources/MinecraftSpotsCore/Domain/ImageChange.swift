import Foundation

/// A change of a spot's picture.
package enum ImageChange: Hashable, Sendable {
  case keep
  case replace(Data)
  case remove
}
