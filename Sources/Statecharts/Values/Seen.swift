/// A value that is looked at where it lies. Who hands a large value on by itself may copy it, with a count for each reference in
/// it; this one cannot be copied.
package struct Seen<Value>: ~Copyable {
  package let value: Value
}
