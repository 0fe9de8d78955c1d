import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { answerTimeout } from './broken-request.ts';

/** How often it is looked whether something has arrived, within the time in which something must. */
const LOOKS = 8;

/** Connections whose request may take as long as it likes, if only it goes on. */
const patient = new WeakSet<Socket>();

export const isPatient = (socket: Socket): boolean => patient.has(socket);

/**
 * Gives a request's body all the time that it needs, as long as something of it arrives within every `idleMs`: what is
 * gigabytes large outlasts the limit for the whole of a request. One that stands still is answered with 408, and cut off.
 */
export async function whileArriving<T>({ raw }: FastifyRequest, idleMs: number, work: () => Promise<T>): Promise<T> {
  const { socket } = raw;
  let before = socket.bytesRead;
  let still = 0;
  patient.add(socket);
  // Looks are counted, not time: a computer that slept has not missed anything.
  const timer = setInterval(() => {
    if (raw.complete) return clearInterval(timer);
    still = socket.bytesRead === before ? still + 1 : 0;
    before = socket.bytesRead;
    if (still < LOOKS) return;
    clearInterval(timer);
    answerTimeout(socket);
  }, idleMs / LOOKS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    patient.delete(socket);
  }
}
