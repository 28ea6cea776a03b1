import type { OpenAPIObject } from '@nestjs/swagger';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Components = NonNullable<OpenAPIObject['components']>;
type HeaderSet = Record<string, object>;

/** A part of the document and the name under which it is kept where it stands more than once. */
interface Part {
  readonly kind: 'responses' | 'parameters' | 'headers';
  readonly name: string;
  readonly value: object;
}

/**
 * Moves responses, parameters and headers that stand more than once into the document's components: written out at each
 * operation they would be four fifths of it. What stands once stays where it is.
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
    .map((response) => (response !== undefined && 'headers' in response ? response.headers : {}) as HeaderSet);
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
    operation.parameters = operation.parameters?.map((value) => parameters.refTo(value));
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

/** Those of the parts that stand more than once, by name: equal ones once, others of the same name with a number behind it. */
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
