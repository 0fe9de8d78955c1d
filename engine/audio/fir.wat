;; The inner loop of engine/audio/resample.ts, in 128-bit SIMD: some ten times as fast as the same loop in JavaScript.
;; `npx tsx scripts/assemble-fir.ts` writes fir-wasm.ts from it. All addresses are bytes and multiples of 16 where noted.
(module
  (memory (export "memory") 1)

  ;; Sum over `bytes` (a multiple of 64) of the products of the floats at $a (aligned) and at $b (anywhere).
  (func $dot (param $a i32) (param $b i32) (param $bytes i32) (result f32)
    (local $end i32)
    (local $s v128) (local $t v128) (local $u v128) (local $v v128)
    (local.set $end (i32.add (local.get $a) (local.get $bytes)))
    (loop $next
      (local.set $s (f32x4.add (local.get $s) (f32x4.mul (v128.load (local.get $a)) (v128.load align=4 (local.get $b)))))
      (local.set $t (f32x4.add (local.get $t)
        (f32x4.mul (v128.load offset=16 (local.get $a)) (v128.load offset=16 align=4 (local.get $b)))))
      (local.set $u (f32x4.add (local.get $u)
        (f32x4.mul (v128.load offset=32 (local.get $a)) (v128.load offset=32 align=4 (local.get $b)))))
      (local.set $v (f32x4.add (local.get $v)
        (f32x4.mul (v128.load offset=48 (local.get $a)) (v128.load offset=48 align=4 (local.get $b)))))
      (local.set $a (i32.add (local.get $a) (i32.const 64)))
      (local.set $b (i32.add (local.get $b) (i32.const 64)))
      (br_if $next (i32.lt_u (local.get $a) (local.get $end))))
    (local.set $s (f32x4.add (f32x4.add (local.get $s) (local.get $t)) (f32x4.add (local.get $u) (local.get $v))))
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $s)) (f32x4.extract_lane 1 (local.get $s)))
      (f32.add (f32x4.extract_lane 2 (local.get $s)) (f32x4.extract_lane 3 (local.get $s)))))

  ;; Writes $count floats to $out. Output n is the row of its phase (rows lie at 0, $bytes each) times the input at its
  ;; place; $scale is rows per phase: 1, or less where two rows are interpolated.
  (func (export "convolve") (param $bytes i32) (param $in i32) (param $out i32) (param $count i32)
      (param $phase i32) (param $up i32) (param $down i32) (param $scale f64)
    (local $end i32) (local $step i32) (local $row i32) (local $position f64) (local $between f32) (local $low f32)
    (local.set $end (i32.add (local.get $out) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $out) (local.get $end)))
        (local.set $position (f64.mul (f64.convert_i32_u (local.get $phase)) (local.get $scale)))
        (local.set $row (i32.trunc_f64_u (local.get $position)))
        (local.set $between
          (f32.demote_f64 (f64.sub (local.get $position) (f64.convert_i32_u (local.get $row)))))
        (local.set $row (i32.mul (local.get $row) (local.get $bytes)))
        (local.set $low (call $dot (local.get $row) (local.get $in) (local.get $bytes)))
        (if (f32.gt (local.get $between) (f32.const 0))
          (then
            (local.set $low (f32.add (local.get $low) (f32.mul (local.get $between)
              (f32.sub
                (call $dot (i32.add (local.get $row) (local.get $bytes)) (local.get $in) (local.get $bytes))
                (local.get $low)))))))
        (f32.store (local.get $out) (local.get $low))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (local.set $phase (i32.add (local.get $phase) (local.get $down)))
        (local.set $step (i32.div_u (local.get $phase) (local.get $up)))
        (local.set $phase (i32.sub (local.get $phase) (i32.mul (local.get $step) (local.get $up))))
        (local.set $in (i32.add (local.get $in) (i32.shl (local.get $step) (i32.const 2))))
        (br $next)))))
