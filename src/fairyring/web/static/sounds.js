// The sounds of a game, synthesised: there are no files. Browsers allow sound only after a first click or key.

import { sounding } from "./settings.js";

/** @typedef {"move" | "capture" | "check" | "end" | "low" | "call"} Sound */

/** @typedef {{wave: OscillatorType, from: number, to: number, at: number, lasts: number, loud: number}} Tone */

/**
 * Each sound is made of tones that glide from one frequency (Hz) to another; start and length in seconds.
 *
 * @type {Record<Sound, Tone[]>}
 */
const SCORE = {
  move: [{ wave: "triangle", from: 320, to: 130, at: 0, lasts: 0.07, loud: 0.5 }],
  capture: [
    { wave: "triangle", from: 420, to: 110, at: 0, lasts: 0.08, loud: 0.6 },
    { wave: "square", from: 150, to: 70, at: 0.02, lasts: 0.09, loud: 0.18 },
  ],
  check: [
    { wave: "triangle", from: 320, to: 130, at: 0, lasts: 0.07, loud: 0.5 },
    { wave: "sine", from: 880, to: 870, at: 0.06, lasts: 0.22, loud: 0.25 },
  ],
  end: [
    { wave: "sine", from: 523, to: 523, at: 0, lasts: 0.3, loud: 0.25 },
    { wave: "sine", from: 659, to: 659, at: 0.12, lasts: 0.3, loud: 0.25 },
    { wave: "sine", from: 784, to: 784, at: 0.24, lasts: 0.5, loud: 0.25 },
  ],
  call: [
    { wave: "sine", from: 587, to: 587, at: 0, lasts: 0.12, loud: 0.25 },
    { wave: "sine", from: 784, to: 784, at: 0.12, lasts: 0.2, loud: 0.25 },
  ],
  low: [
    { wave: "sine", from: 990, to: 990, at: 0, lasts: 0.09, loud: 0.25 },
    { wave: "sine", from: 990, to: 990, at: 0.16, lasts: 0.09, loud: 0.25 },
  ],
};

/** @type {AudioContext | null} */
let audio = null;

for (const gesture of ["pointerdown", "keydown"]) {
  addEventListener(
    gesture,
    () => {
      audio ??= new AudioContext();
    },
    { once: true, capture: true },
  );
}

/** Play a sound, if the user wants sounds and the browser allows them. @param {Sound} sound */
export function play(sound) {
  if (!audio || !sounding()) return;
  if (audio.state === "suspended") void audio.resume();
  for (const { wave, from, to, at, lasts, loud } of SCORE[sound]) {
    const begins = audio.currentTime + at;
    const tone = new OscillatorNode(audio, { type: wave, frequency: from });
    const volume = new GainNode(audio, { gain: loud });
    tone.frequency.exponentialRampToValueAtTime(to, begins + lasts);
    volume.gain.setValueAtTime(loud, begins);
    volume.gain.exponentialRampToValueAtTime(0.001, begins + lasts);
    tone.connect(volume).connect(audio.destination);
    tone.start(begins);
    tone.stop(begins + lasts);
  }
}
