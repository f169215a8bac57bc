%transcript 1
%machine flickr@first
%case 出错后一直转圈
| log "search text is valid 0"
| searchText nil -> ""
| executeSearch idle
> service search error "timeout"
> set searchText $cats
| searchText "" -> $searchText.cats
| isValid false -> true
| canSearch false -> true
| log "search text is valid 1"
> tap execute
| executeSearch idle -> executing
| query "" -> $query.cats
| executing false -> true
| canSearch true -> false
| keyboardDown
| service.calls[0].call idle -> search
| request search "cats"
| hud "Loading"
> advance
| +1000ms reply search error "timeout"
| +1000ms service.calls[0].call search -> replied
