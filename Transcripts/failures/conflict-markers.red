%transcript 1
%machine login@fixed
%case a login
| login idle
<<<<<<< ours
> set name "a"
=======
> set name "b"
>>>>>>> theirs
