%transcript 1
%machine headlines@fixed
%case a touch goes up, data comes down
| viewModel.load idle
| page shown
> tap refresh
| viewModel.load idle -> executing
| timer viewModel.executing 10000ms
| request requestHeadlines
> advance 600ms
| +600ms reply requestHeadlines ok $requestHeadlines.two
| +600ms viewModel.load executing -> succeeded
| +600ms viewModel.stories [] -> [{title: "架构", author: "甲"}, {title: "绑定", author: "丙"}]
| +600ms viewModel.titles [] -> ["架构", "绑定"]
| +600ms viewModel.loaded [{title: "架构", author: "甲"}, {title: "绑定", author: "乙"}]
