import ArchivedModel
import DataSchema
import Foundation
import ModelGeneration

/// A temporary folder with models.
final class ModelFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("models-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  @discardableResult
  func write(_ data: Data, to path: String) throws -> URL {
    let file = url.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
    return file
  }

  @discardableResult
  func write(_ text: String, to path: String) throws -> URL {
    try write(Data(text.utf8), to: path)
  }

  /// Writes a model in Xcode's format: the text of each version by its name.
  func edited(_ versions: [String: String], current: String? = nil) throws -> URL {
    for (name, text) in versions {
      try write(text, to: "Library.xcdatamodeld/\(name).xcdatamodel/contents")
    }
    if let current {
      try write(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
          <key>_XCCurrentVersionName</key>
          <string>\(current).xcdatamodel</string>
        </dict>
        </plist>
        """, to: "Library.xcdatamodeld/.xccurrentversion")
    }
    return url.appendingPathComponent("Library.xcdatamodeld")
  }
}

/// Models in the format of Xcode's editor.
enum EditedModels {
  static func model(_ entities: String, _ attributes: String = "") -> String {
    """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \(attributes)>
    \(entities)
    </model>
    """
  }

  /// A model with one of every feature.
  static let library = model(
    """
    <!-- Books, and who wrote them. -->
    <entity name="Work" representedClassName="Work" syncable="YES" codeGenerationType="class">
      <attribute name="title" attributeType="String" defaultValueString="&quot;New&quot; &amp; old &#x263A;"/>
      <attribute name="pages" optional="YES" attributeType="Integer 32" defaultValueString="0" usesScalarValueType="YES" minValueString="1"/>
      <attribute name="published" optional="YES" attributeType="Date" defaultDateTimeInterval="86400" usesScalarValueType="NO"/>
      <attribute name="price" attributeType="Decimal" defaultValueString="9.5"/>
      <attribute name="cover" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
      <attribute name="isbn" attributeType="UUID" usesScalarValueType="NO" preserveAfterDeletion="YES"/>
      <attribute name="link" optional="YES" attributeType="URI" elementID="url"/>
      <attribute name="secret" optional="YES" attributeType="String" allowsCloudEncryption="YES" spotlightIndexingEnabled="YES"/>
      <attribute name="shade" optional="YES" attributeType="Transformable" valueTransformerName="ShadeTransformer" customClassName="NSColor"/>
      <attribute name="isRead" attributeType="Boolean" defaultValueString="YES" usesScalarValueType="YES" versionHashModifier="2"/>
      <attribute name="draft" optional="YES" transient="YES" attributeType="String"/>
      <relationship name="authors" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Author" inverseName="works" inverseEntity="Author"/>
      <uniquenessConstraints>
        <uniquenessConstraint>
          <constraint value="isbn"/>
        </uniquenessConstraint>
      </uniquenessConstraints>
      <fetchIndex name="byTitleIndex">
        <fetchIndexElement property="title" type="Binary" order="ascending"/>
        <fetchIndexElement property="published" type="Binary" order="descending"/>
      </fetchIndex>
    </entity>
    <entity name="Novel" representedClassName="Novel" parentEntity="Work" elementID="Book">
      <attribute name="genre" attributeType="String"/>
    </entity>
    <entity name="Author" representedClassName="Author" syncable="YES">
      <attribute name="name" attributeType="String" defaultValueString=""/>
      <relationship name="works" optional="YES" toMany="YES" minCount="1" maxCount="9" deletionRule="Cascade" destinationEntity="Work" inverseName="authors" inverseEntity="Work"/>
      <relationship name="mentor" optional="YES" maxCount="1" deletionRule="Deny" destinationEntity="Author" inverseName="pupils" inverseEntity="Author"/>
      <relationship name="pupils" optional="YES" toMany="YES" deletionRule="No Action" destinationEntity="Author" inverseName="mentor" inverseEntity="Author"/>
      <userInfo/>
    </entity>
    <elements>
      <element name="Work" positionX="0" positionY="0" width="128" height="60"/>
    </elements>
    """)

  /// Features that SwiftData's classes cannot express.
  static let unusual = model(
    """
    <entity name="Base" isAbstract="YES" versionHashModifier="3">
      <attribute name="count" attributeType="Integer 64" derived="YES" derivationExpression="parts.@count"/>
      <attribute name="anything" optional="YES" transient="YES"/>
      <relationship name="parts" toMany="YES" ordered="YES" deletionRule="Cascade" destinationEntity="Part" inverseName="base" inverseEntity="Base"/>
      <fetchedProperty name="others" optional="YES">
        <fetchRequest name="fetchedPropertyFetchRequest" entity="Part"/>
      </fetchedProperty>
      <fetchIndex name="some">
        <fetchIndexElement expression="lowercase:(name)" type="Binary" order="ascending"/>
      </fetchIndex>
    </entity>
    <entity name="Part">
      <relationship name="base" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Base" inverseName="parts" inverseEntity="Base"/>
      <relationship name="kin" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Part" inverseName="kin" inverseEntity="Part"/>
    </entity>
    <fetchRequest name="allParts" entity="Part" predicateString="TRUEPREDICATE"/>
    <configuration name="Local">
      <memberEntity name="Part"/>
    </configuration>
    """)

  /// Composites, one of which contains another.
  static let places = model(
    """
    <entity name="Place" representedClassName="Place" syncable="YES">
      <attribute name="point" optional="YES" attributeType="Composite" composite="Point"/>
      <attribute name="line" attributeType="Composite" composite="Line"/>
    </entity>
    <composite name="Line">
      <attribute name="point" optional="YES" attributeType="Composite" composite="Point"/>
      <attribute name="width" attributeType="Float" usesScalarValueType="YES"/>
    </composite>
    <composite name="Point">
      <attribute name="latitude" attributeType="Double" defaultValueString="1.5" usesScalarValueType="YES"/>
      <attribute name="longitude" optional="YES" attributeType="Double" usesScalarValueType="YES"/>
    </composite>
    """)

  /// A class with the name of a type that is visible in all models.
  static let roots = model(
    """
    <entity name="Branch" parentEntity="Part">
      <relationship name="root" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Root" inverseName="branches" inverseEntity="Root"/>
    </entity>
    <entity name="Part">
      <relationship name="stock" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Root"/>
    </entity>
    <entity name="Root">
      <relationship name="branches" toMany="YES" deletionRule="Cascade" destinationEntity="Branch" inverseName="root" inverseEntity="Branch"/>
    </entity>
    """)

  /// The model of the article "From Core Data to SwiftData".
  static func recipes(_ amount: String) -> String {
    model(
      """
      <entity name="Recipe" representedClassName="Recipe" syncable="YES">
        <attribute name="id" attributeType="UUID" usesScalarValueType="NO"/>
        <attribute name="title" attributeType="String" defaultValueString=""/>
        <attribute name="servings" attributeType="Integer 16" defaultValueString="4" usesScalarValueType="YES"/>
        <attribute name="photo" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
        <relationship name="ingredients" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Ingredient" inverseName="recipe" inverseEntity="Ingredient"/>
        <uniquenessConstraints>
          <uniquenessConstraint>
            <constraint value="id"/>
          </uniquenessConstraint>
        </uniquenessConstraints>
      </entity>
      <entity name="Ingredient" representedClassName="Ingredient" syncable="YES">
        <attribute name="name" attributeType="String" defaultValueString=""/>
        \(amount)
        <relationship name="recipe" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Recipe" inverseName="ingredients" inverseEntity="Recipe"/>
      </entity>
      """)
  }
}
