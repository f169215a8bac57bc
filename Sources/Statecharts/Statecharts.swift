@_exported import Turns
