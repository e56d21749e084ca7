// Files of apps have Foundation by way of SwiftUI too, which is left out where there is none.
@_exported import Foundation
@_exported import OpenSwiftData
