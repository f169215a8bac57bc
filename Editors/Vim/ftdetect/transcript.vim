autocmd BufNewFile,BufRead *.transcript setfiletype transcript
