/* W4 for Spin: K clients that log in with up to two retries, of whom one may execute at a time, and only before the clock
   shows 3. */
#ifndef K
#define K 4
#endif
bool locked;
byte clock;
active [K] proctype client() {
  byte place, retries;
  do
  :: atomic { place == 0 -> place = 1 }
  :: atomic { place == 1 && !locked && clock < 3 -> place = 2; locked = 1 }
  :: atomic { place == 1 -> place = 4 }
  :: atomic { place == 2 -> place = 3; locked = 0 }
  :: atomic { place == 2 -> place = 5; locked = 0 }
  :: atomic { place >= 4 && retries < 2 -> retries++; place = 0 }
  :: atomic { place >= 4 && retries == 2 -> retries = 0; place = 0 }
  :: atomic { place == 3 -> retries = 0; place = 0 }
  od
}
active proctype tick() { do :: atomic { clock = (clock + 1) % 4 } od }
