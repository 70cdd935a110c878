/** Elements of a drawing as text. Attributes only: the content security policy allows no style attributes. */

type Attributes = Record<string, string | number | undefined | null | false>;

export function num(value: number): string {
  return String(Math.round(value * 100) / 100);
}

export function safe(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

export function el(name: string, attributes: Attributes, ...inside: string[]): string {
  let out = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false || value === "") continue;
    out += ` ${key}="${typeof value === "number" ? num(value) : safe(value)}"`;
  }
  return inside.length ? `${out}>${inside.join("")}</${name}>` : `${out}/>`;
}

export function words(text: string, x: number, y: number, attributes: Attributes = {}): string {
  return el("text", { x, y, ...attributes }, safe(text));
}

export function moved(x: number, y: number, attributes: Attributes, ...inside: string[]): string {
  return el("g", { transform: `translate(${num(x)} ${num(y)})`, ...attributes }, ...inside);
}
