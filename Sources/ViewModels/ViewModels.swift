@_exported import Statecharts
