// Files of apps also get Foundation through SwiftUI, whose import is left out on platforms without
// it.
@_exported import Foundation
@_exported import OpenSwiftData
