import type { OpenAPIObject } from '@nestjs/swagger';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Components = NonNullable<OpenAPIObject['components']>;

/** A part of the document, with its name if it is shared. */
interface Part {
  readonly kind: 'responses' | 'parameters' | 'headers';
  readonly name: string;
  readonly value: object;
}

/**
 * Moves repeated responses, parameters and headers into the document's components: repeated at each operation they would be
 * four fifths of it. Parts that occur once are not moved.
 * @param nameOf name of a response by its status: letters, digits, `.`, `_` and `-`.
 */
export function shareRepeatedParts(
  document: OpenAPIObject,
  nameOf: (status: string, response: object) => string,
): OpenAPIObject {
  const operations = Object.values(document.paths).flatMap(({ get, post, patch, put, delete: remove }): Operation[] =>
    [get, post, patch, put, remove].filter((operation) => operation !== undefined),
  );
  const headerSets = operations
    .flatMap((operation) => Object.values(operation.responses))
    .map((response) => (response !== undefined && 'headers' in response ? response.headers : {}));
  const headers = share(
    headerSets.flatMap((set) => Object.entries(set).map(([name, value]) => ({ kind: 'headers', name, value }))),
  );
  for (const set of headerSets) {
    for (const [name, value] of Object.entries(set)) set[name] = headers.refTo(value);
  }
  const parameters = share(
    operations.flatMap((operation) =>
      (operation.parameters ?? []).map((value) => ({
        kind: 'parameters',
        name: 'name' in value ? value.name : '',
        value,
      })),
    ),
  );
  const answers = share(
    operations.flatMap((operation) =>
      Object.entries(operation.responses).map(([status, value = {}]) => ({
        kind: 'responses',
        name: nameOf(status, value),
        value,
      })),
    ),
  );
  for (const operation of operations) {
    operation.parameters = (operation.parameters ?? []).map((value) => parameters.refTo(value));
    for (const [status, response] of Object.entries(operation.responses)) {
      if (response !== undefined) operation.responses[status] = answers.refTo(response);
    }
  }
  const components = {
    ...document.components,
    headers: headers.shared,
    parameters: parameters.shared,
    responses: answers.shared,
  };
  return { ...document, components: components as Components };
}

/** The parts that occur more than once, by name: equal parts are shared, different ones of the same name get a number. */
function share(parts: readonly Part[]) {
  const shared: Record<string, object> = {};
  const refs = new Map<string, string>();
  const byContent = Map.groupBy(parts, ({ value }) => JSON.stringify(value));
  for (const [content, [first, ...others]] of byContent) {
    if (first === undefined || others.length === 0) continue;
    const { kind, name, value } = first;
    let free = name;
    for (let number = 2; free in shared; number += 1) free = `${name}.${String(number)}`;
    shared[free] = value;
    refs.set(content, `#/components/${kind}/${free}`);
  }
  return {
    shared,
    refTo<Value extends object>(value: Value): Value | { $ref: string } {
      const $ref = refs.get(JSON.stringify(value));
      return $ref === undefined ? value : { $ref };
    },
  };
}
