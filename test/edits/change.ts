/** Changes of the text of a schema, as an editor of the specification makes them. */

export type Change = (text: string) => string;

/** Makes several changes, one after the other. */
export function all(...changes: readonly Change[]): Change {
  return (text) => changes.reduce((changed, change) => change(changed), text);
}

/** Replaces a text that stands exactly once. @throws if it does not */
export function replace(was: string, is: string): Change {
  return (text) => {
    const parts = text.split(was);
    if (parts.length !== 2) throw new Error(`Found ${parts.length - 1} times in the schema: ${was}`);
    return parts.join(is);
  };
}

/** Replaces a text that stands exactly once in a declaration. Docs belong to the declaration that they are in front of. */
export function within(declaration: string, was: string, is: string): Change {
  return (text) => {
    const found = declarationIn(text, declaration);
    return text.replace(found, () => replace(was, is)(found));
  };
}

/** Renames a name everywhere. */
export function rename(was: string, is: string): Change {
  return (text) => {
    const pattern = new RegExp(String.raw`\b${was}\b`, 'g');
    if (!pattern.test(text)) throw new Error(`The schema has no ${was}`);
    return text.replaceAll(pattern, is);
  };
}

/** Removes a declaration with its docs. */
export function remove(declaration: string): Change {
  return (text) => text.replace(declarationIn(text, declaration), '');
}

/** Replaces a declaration with its docs. */
export function redeclare(declaration: string, by: string): Change {
  return (text) => text.replace(declarationIn(text, declaration), () => `\n${by}\n`);
}

/** Adds declarations at the end. */
export function append(declarations: string): Change {
  return (text) => `${text}\n${declarations}\n`;
}

/** Removes a property of an interface, with its docs. */
export function removeProperty(declaration: string, property: string): Change {
  return (text) => {
    const found = declarationIn(text, declaration);
    const docs = String.raw`(?:  \/\*\*(?:(?!\*\/)[^])*\*\/\n)?`;
    const type = String.raw`(?:[^\n]*;|\{[^]*?\n  \}[^\n]*;)\n`;
    const without = found.replace(new RegExp(`${docs}  ${property}\\??: ${type}`), '');
    if (without === found) throw new Error(`${declaration} has no property ${property}`);
    return text.replace(found, () => without);
  };
}

/** Adds properties at the end of an interface. */
export function addTo(declaration: string, properties: string): Change {
  return (text) => {
    const found = declarationIn(text, declaration);
    const end = found.lastIndexOf('}');
    return text.replace(found, () => `${found.slice(0, end)}  ${properties}\n${found.slice(end)}`);
  };
}

/** Adds a member in front of those of a union. */
export function addMember(union: string, member: string): Change {
  return (text) => {
    const found = declarationIn(text, union);
    return text.replace(found, () => found.replace(/(export type \w+ =)(?:\s*\|)?/, `$1 ${member} |`));
  };
}

/** Removes a member of a union. */
export function removeMember(union: string, member: string): Change {
  return (text) => {
    const found = declarationIn(text, union);
    const without = found.replace(new RegExp(String.raw`\| ${member}\b|\b${member} \|`), '');
    if (without === found) throw new Error(`${union} has no member ${member}`);
    return text.replace(found, () => without);
  };
}

function declarationIn(text: string, name: string): string {
  const docs = String.raw`(?:\/\*\*(?:(?!\*\/)[^])*\*\/\n)?`;
  const body = String.raw`(?:interface ${name}\b[^{]*\{(?:\}|[^]*?\n\})|(?:type|const) ${name}\b[^]*?;)\n`;
  const found = new RegExp(`${docs}export ${body}`).exec(text);
  if (!found) throw new Error(`The schema has no declaration ${name}`);
  return found[0];
}
