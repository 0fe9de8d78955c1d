import type { z } from 'zod';
import { DramatisError, type FieldProblem } from '../../engine/contract/errors.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly (string | number)[];
type Place = FieldProblem['in'];

/**
 * Checks a value against a schema of the contract.
 * @throws DramatisError validation_failed, whose message names the first field, its value and what is allowed, and
 * whose detail lists every problem.
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  place: Place = 'body',
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return withGiven(result.data, value);
  throw validationError(result.error.issues.flatMap((issue) => problemsOf(issue, [], value, place)));
}

const GIVEN = new WeakMap<object, readonly string[]>();

/** Keeps in mind which fields of a value that was checked its sender set; the others have their defaults. */
export function withGiven<T>(checked: T, value: unknown): T {
  if (typeof checked === 'object' && checked !== null && typeof value === 'object' && value !== null)
    GIVEN.set(checked, Object.keys(value));
  return checked;
}

/** The fields that the sender of a checked value set, whatever to; none for a value that was made here. */
export const givenFields = (checked: object): readonly string[] => GIVEN.get(checked) ?? [];

/** The error of one or several invalid fields. */
export function validationError(problems: readonly FieldProblem[]): DramatisError {
  const [first, ...others] = problems;
  const more =
    others.length > 0
      ? ` (and ${others.length} more: ${others
          .map(({ loc }) => fieldName(loc.slice(1)))
          .join(', ')
          .slice(0, 200)})`
      : '';
  return new DramatisError('validation_failed', `${first?.msg ?? 'The request is not valid'}${more}`, {
    detail: problems,
  });
}

/** One invalid field: `allowed` completes the sentence "it must be ...". */
export function problem(
  path: Path,
  value: unknown,
  allowed: string,
  place: Place = 'body',
  type = 'value_error',
): FieldProblem {
  const said = value === undefined ? 'is missing' : `${preview(value)} is not allowed`;
  const msg = `${fieldName(path)}: ${said}; it must be ${allowed}`;
  return { loc: [place, ...path], type, msg, in: place };
}

function problemsOf(issue: Issue, above: Path, body: unknown, place: Place): readonly FieldProblem[] {
  const path = [...above, ...(issue.path as (string | number)[])];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      loc: [place, ...path, key],
      type: 'extra_forbidden',
      msg: `${fieldName([...path, key])}: there is no such field`,
      in: place,
    }));
  }
  if (issue.code === 'invalid_union') {
    // The branch that has the value's own shape is the one that was meant.
    const shaped = issue.errors.filter((branch) => !branch.some(isOfAnotherShape));
    const [meant] = shaped;
    if (meant && shaped.length === 1) return meant.flatMap((inner) => problemsOf(inner, path, body, place));
  }
  return [problem(path, valueAt(body, path), issue.message, place, issue.code)];
}

function isOfAnotherShape(issue: Issue): boolean {
  if (issue.code !== 'invalid_type') return false;
  return issue.path.length === 0 || issue.expected === 'array' || issue.expected === 'object';
}

function valueAt(body: unknown, path: Path): unknown {
  let value = body;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

/** ["references", 0, "text"] as references[0].text */
export function fieldName(path: Path): string {
  if (path.length === 0) return 'The body';
  return path
    .map((step, i) => (typeof step === 'number' ? `[${step}]` : i === 0 ? step : `.${step}`))
    .join('')
    .slice(0, 120);
}

/** A value as a person may read it in one line. */
function preview(value: unknown): string {
  if (value instanceof Uint8Array) return `${value.byteLength} bytes of binary`;
  if (typeof value === 'string' && value.length > 60) return `a string of ${value.length} characters`;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  const text = JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner)) as
    string | undefined;
  if (text === undefined) return typeof value;
  if (text.length > 60) return Array.isArray(value) ? `an array of ${value.length}` : 'this object';
  return text;
}
