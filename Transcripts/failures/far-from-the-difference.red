%transcript 1
%machine goods@fixed
# N10, and the like is taken back.
%case 收藏
| list fresh -> refreshing
| banner idle -> executing
| page shown
| isRefreshing false -> true
| timer refreshing 10000ms
| timer executing 10000ms
| request requestGoods 1
| request requestBanners
> advance 1s
| +500ms reply requestBanners ok $banners
| +500ms banner executing -> idle
| +500ms bannerURLs [] -> $addresses
| +500ms bannerTypes [] -> $webPages
| +500ms banners [] -> $pictures
| +500ms bannerHidden true -> false
| +750ms reply requestGoods ok $page1
| +750ms isRefreshing true -> false
| +750ms list refreshing -> idle
| +750ms items [] -> [20] #75d93f743811
| +750ms sectionHeaderHeight 0.0001 -> 53.0
| +750ms lastPage 1 -> 2
| +750ms footerHidden true -> false
| +750ms loadedPages [] -> [1]
