/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * flite_dump VOICE DIR < lines "id TAB flags TAB text"
 *
 * Speaks each line with a flite voice.  Writes DIR/id.wav (when flags hold 'a'), for statistical voices
 * DIR/id.cg (float32 frames, row by row: F0 in Hz, mel-cepstrum, mixed-excitation strengths) and prints one
 * record an utterance:
 *   U id samples rate frames channels
 *   W token name                  one a word; token counts the white-space separated pieces of the text
 *   S name end stress word ws ss brk   one a segment; end in seconds, word -1 in a pause
 *   E
 * flite_dump VOICE --info prints the constants of the statistical voice.
 */
#include <flite/cst_cg.h>
#include <flite/flite.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

cst_voice *register_cmu_us_slt(const char *);
cst_voice *register_cmu_us_rms(const char *);
cst_voice *register_cmu_us_awb(const char *);
cst_voice *register_cmu_us_kal16(const char *);

static cst_voice *find_voice(const char *name) {
  if (!strcmp(name, "slt")) return register_cmu_us_slt(NULL);
  if (!strcmp(name, "rms")) return register_cmu_us_rms(NULL);
  if (!strcmp(name, "awb")) return register_cmu_us_awb(NULL);
  if (!strcmp(name, "kal16")) return register_cmu_us_kal16(NULL);
  return NULL;
}

static int index_of(const cst_item *item) {
  int n = 0;
  while ((item = item_prev(item)) != NULL) n++;
  return n;
}

static void print_words(cst_utterance *u) {
  for (cst_item *w = relation_head(utt_relation(u, "Word")); w; w = item_next(w)) {
    cst_item *token = item_parent(item_as(w, "Token"));
    printf("W %d %s\n", token ? index_of(token) : -1, item_feat_string(w, "name"));
  }
}

static void print_segments(cst_utterance *u) {
  for (cst_item *s = relation_head(utt_relation(u, "Segment")); s; s = item_next(s)) {
    cst_item *in = item_as(s, "SylStructure");
    cst_item *syllable = in ? item_parent(in) : NULL;
    cst_item *word = syllable ? item_parent(syllable) : NULL;
    const char *name = item_feat_string(s, "name");
    float end = item_feat_float(s, "end");
    if (!word) {
      printf("S %s %.5f 0 -1 0 0 0\n", name, end);
      continue;
    }
    printf("S %s %.5f %s %d %d %d %s\n", name, end, ffeature_string(s, "R:SylStructure.parent.stress"),
           index_of(item_as(word, "Word")), !item_prev(in) && !item_prev(syllable), !item_prev(in),
           ffeature_string(s, "R:SylStructure.parent.syl_break"));
  }
}

/* The frames as the voice's own filter gets them: smoothed by parameter generation, strengths appended. */
static int write_frames(cst_utterance *u, const char *path, int *channels) {
  if (!feat_present(u->features, "param_track")) return 0;
  cst_cg_db *db = val_cg_db(utt_feat_val(u, "cg_db"));
  cst_track *raw = val_track(utt_feat_val(u, "param_track"));
  cst_track *strengths = NULL;
  if (db->mixed_excitation) strengths = val_track(utt_feat_val(u, "str_track"));
  cst_track *smooth = db->do_mlpg ? mlpg(raw, db) : raw;
  int n = smooth->num_frames, m = smooth->num_channels, k = strengths ? strengths->num_channels : 0;
  FILE *f = fopen(path, "wb");
  if (!f) exit(2);
  for (int i = 0; i < n; i++) {
    fwrite(smooth->frames[i], sizeof(float), (size_t)m, f);
    if (k) fwrite(strengths->frames[i], sizeof(float), (size_t)k, f);
  }
  fclose(f);
  if (smooth != raw) delete_track(smooth);
  *channels = m + k;
  return n;
}

static void print_info(cst_voice *v) {
  cst_utterance *u = flite_synth_text("Hello.", v);
  if (!feat_present(u->features, "cg_db")) {
    printf("statistical 0\n");
    return;
  }
  cst_cg_db *db = val_cg_db(utt_feat_val(u, "cg_db"));
  cst_track *raw = val_track(utt_feat_val(u, "param_track"));
  cst_track *smooth = db->do_mlpg ? mlpg(raw, db) : raw;
  int strengths = db->mixed_excitation ? val_track(utt_feat_val(u, "str_track"))->num_channels : 0;
  printf("statistical 1\nsampleRate %d\nalpha %g\nbeta %g\nframeAdvance %g\nmlpg %d\nmixedExcitation %d\n", db->sample_rate,
         db->mlsa_alpha, db->mlsa_beta, db->frame_advance, db->do_mlpg, db->mixed_excitation);
  printf("excitationBands %d\nexcitationFilterOrder %d\ngain %g\nf0Mean %g\nf0Deviation %g\n", db->ME_num, db->ME_order, db->gain,
         db->f0_mean, db->f0_stddev);
  printf("trackChannels %d\nstrengthChannels %d\n", smooth->num_channels, strengths);
  for (int b = 0; b < db->ME_num; b++) {
    printf("filter");
    for (int i = 0; i < db->ME_order; i++) printf(" %.9g", db->me_h[b][i]);
    printf("\n");
  }
}

int main(int argc, char **argv) {
  flite_init();
  cst_voice *v = argc > 2 ? find_voice(argv[1]) : NULL;
  if (!v) {
    fprintf(stderr, "usage: flite_dump slt|rms|awb|kal16 DIR|--info\n");
    return 1;
  }
  if (!strcmp(argv[2], "--info")) {
    print_info(v);
    return 0;
  }
  char line[8192], path[2048];
  while (fgets(line, sizeof line, stdin)) {
    char *flags = strchr(line, '\t');
    char *text = flags ? strchr(flags + 1, '\t') : NULL;
    if (!text) continue;
    *flags++ = 0;
    *text++ = 0;
    text[strcspn(text, "\n")] = 0;
    cst_utterance *u = flite_synth_text(text, v);
    if (!u) continue;
    cst_wave *w = utt_wave(u);
    if (strchr(flags, 'a')) {
      snprintf(path, sizeof path, "%s/%s.wav", argv[2], line);
      cst_wave_save_riff(w, path);
    }
    int channels = 0;
    snprintf(path, sizeof path, "%s/%s.cg", argv[2], line);
    int frames = write_frames(u, path, &channels);
    printf("U %s %d %d %d %d\n", line, w->num_samples, w->sample_rate, frames, channels);
    print_words(u);
    print_segments(u);
    printf("E\n");
    delete_utterance(u);
  }
  return 0;
}
