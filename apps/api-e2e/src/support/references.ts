/** A part of the document, or a reference to one of its components. */
interface Operation {
  parameters?: readonly object[];
  responses?: Readonly<Record<string, object>>;
}

/** The OpenAPI document with references to shared parameters and responses replaced by their content. */
export function followReferences<Document extends { paths: object; components: object }>(document: Document): Document {
  const shared = document.components as Record<string, Record<string, object>>;
  const follow = (value: object): object => {
    const [, , kind = '', name = ''] = '$ref' in value ? String(value.$ref).split('/') : [];
    return shared[kind]?.[name] ?? value;
  };
  const paths = structuredClone(document.paths) as Record<string, Record<string, Operation>>;
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const { parameters, responses } = operation;
    if (parameters !== undefined) operation.parameters = parameters.map(follow);
    if (responses !== undefined) {
      operation.responses = Object.fromEntries(
        Object.entries(responses).map(([status, response]) => [status, follow(response)]),
      );
    }
  }
  return { ...document, paths };
}
