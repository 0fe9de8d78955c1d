import { bridge } from '../api/client.ts';

/** Where other programs find the server. */
export const base = (): string => bridge.base ?? location.origin;
