/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * espeak_dump VOICE DIR WORDS_PER_MINUTE PITCH < lines "id TAB text" (UTF-8)
 *
 * Speaks each line with espeak-ng.  Writes DIR/id.wav and prints one record an utterance:
 *   U id samples rate
 *   W sample character      a word begins; character counts from 1
 *   P sample symbol         a phoneme begins; symbol is IPA, cut to 8 bytes by the library, or empty
 *   T transcription         IPA of the whole text with stress marks, phonemes separated by "_"
 *   E
 */
#include <espeak-ng/speak_lib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static short *samples;
static size_t count, capacity;
static int rate;

static int collect(short *wave, int n, espeak_EVENT *event) {
  if (wave && n > 0) {
    if (count + (size_t)n > capacity) {
      capacity = (count + (size_t)n) * 2;
      samples = realloc(samples, capacity * sizeof *samples);
      if (!samples) exit(2);
    }
    memcpy(samples + count, wave, (size_t)n * sizeof *samples);
    count += (size_t)n;
  }
  for (; event->type != espeakEVENT_LIST_TERMINATED; event++) {
    if (event->type == espeakEVENT_WORD) printf("W %d %d\n", event->sample, event->text_position);
    if (event->type == espeakEVENT_PHONEME) printf("P %d %.8s\n", event->sample, event->id.string);
  }
  return 0;
}

static void put(FILE *f, unsigned value, int bytes) {
  for (int i = 0; i < bytes; i++) fputc((int)(value >> (8 * i)) & 255, f);
}

static void write_wave(const char *path) {
  FILE *f = fopen(path, "wb");
  if (!f) exit(2);
  unsigned bytes = (unsigned)(count * 2);
  fwrite("RIFF", 1, 4, f);
  put(f, 36 + bytes, 4);
  fwrite("WAVEfmt ", 1, 8, f);
  put(f, 16, 4);
  put(f, 1, 2);
  put(f, 1, 2);
  put(f, (unsigned)rate, 4);
  put(f, (unsigned)rate * 2, 4);
  put(f, 2, 2);
  put(f, 16, 2);
  fwrite("data", 1, 4, f);
  put(f, bytes, 4);
  fwrite(samples, 2, count, f);
  fclose(f);
}

static void print_transcription(const char *text) {
  const void *rest = text;
  printf("T");
  while (rest) {
    const char *part = espeak_TextToPhonemes(&rest, espeakCHARS_UTF8, espeakPHONEMES_IPA | ('_' << 8));
    if (part) printf(" %s", part);
  }
  printf("\n");
}

int main(int argc, char **argv) {
  if (argc < 5) return 1;
  rate = espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, 0, NULL, espeakINITIALIZE_PHONEME_EVENTS | espeakINITIALIZE_PHONEME_IPA);
  espeak_SetSynthCallback(collect);
  if (espeak_SetVoiceByName(argv[1]) != EE_OK) {
    fprintf(stderr, "no voice %s\n", argv[1]);
    return 1;
  }
  espeak_SetParameter(espeakRATE, atoi(argv[3]), 0);
  espeak_SetParameter(espeakPITCH, atoi(argv[4]), 0);
  char line[8192], path[16384];
  while (fgets(line, sizeof line, stdin)) {
    char *text = strchr(line, '\t');
    if (!text) continue;
    *text++ = 0;
    text[strcspn(text, "\n")] = 0;
    count = 0;
    espeak_Synth(text, strlen(text) + 1, 0, POS_CHARACTER, 0, espeakCHARS_UTF8, NULL, NULL);
    espeak_Synchronize();
    print_transcription(text);
    printf("U %s %zu %d\nE\n", line, count, rate);
    snprintf(path, sizeof path, "%s/%s.wav", argv[2], line);
    write_wave(path);
  }
  return 0;
}
