;; SPDX-License-Identifier: GPL-3.0-or-later
;; (dramatis_speak ID TEXT DIR OUT): speak TEXT into DIR/ID.wav and write one record to the open file OUT.
;; The record format is described in records.py.

(define (dramatis_words utt out)
  (let ((token (utt.relation.first utt 'Token)) (count 0) (n 0))
    (while token
      (mapcar
        (lambda (word)
          (item.set_feat word "dramatis_index" n)
          (set! n (+ n 1))
          (format out "W %d %s\n" count (item.name word)))
        (item.daughters token))
      (set! count (+ count 1))
      (set! token (item.next token)))))

(define (dramatis_segment segment out)
  (let ((syllable (item.relation.parent segment 'SylStructure)))
    (if syllable
      (format out "S %s %f %s %s %d %d %s\n"
        (item.name segment) (item.feat segment "end")
        (item.feat segment "R:SylStructure.parent.stress")
        (item.feat segment "R:SylStructure.parent.parent.dramatis_index")
        (if (or (item.relation.prev segment 'SylStructure)
                (item.prev (item.relation syllable 'SylStructure))) 0 1)
        (if (item.relation.prev segment 'SylStructure) 0 1)
        (item.feat segment "R:SylStructure.parent.syl_break"))
      (format out "S %s %f 0 -1 0 0 0\n" (item.name segment) (item.feat segment "end")))))

(define (dramatis_speak id text dir out)
  (let ((utt (eval (list 'Utterance 'Text text))) (wave nil))
    (format stderr "dramatis %s\n" id)
    (utt.synth utt)
    (utt.save.wave utt (string-append dir "/" id ".wav") 'riff)
    (set! wave (utt.wave utt))
    (format out "U %s %d %d 0 0\n" id
      (cadr (assoc 'num_samples (wave.info wave))) (cadr (assoc 'sample_rate (wave.info wave))))
    (dramatis_words utt out)
    (mapcar (lambda (segment) (dramatis_segment segment out)) (utt.relation.items utt 'Segment))
    (format out "E\n")
    (fflush out)))
