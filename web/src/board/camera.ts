/** Pan and zoom: the drawing to the screen and back. Applied as one CSS transform, so that nothing is laid out anew. */

import type { Point, View } from "./view";

const CLOSEST = 8;

export class Camera {
  x = 0;
  y = 0;
  k = 1;
  private fitted = true;
  private width = 1;
  private height = 1;
  /** Room taken by what lies over the board: top, right, bottom, left. */
  inset: [number, number, number, number] = [10, 10, 10, 10];
  moved: () => void = () => {};

  constructor(private readonly layer: SVGGElement) {}

  resize(width: number, height: number, view: View): void {
    this.width = Math.max(width, 1);
    this.height = Math.max(height, 1);
    if (this.fitted) this.fit(view);
    else this.keep(view);
  }

  private fitScale(view: View): number {
    const [top, right, bottom, left] = this.inset;
    return Math.min((this.width - left - right) / view.width, (this.height - top - bottom) / view.height);
  }

  fit(view: View): void {
    this.fitted = true;
    this.k = this.fitScale(view);
    const [top, right, bottom, left] = this.inset;
    this.x = left + (this.width - left - right - view.width * this.k) / 2;
    this.y = top + (this.height - top - bottom - view.height * this.k) / 2;
    this.apply();
  }

  zoom(by: number, about: Point, view: View): void {
    const least = this.fitScale(view);
    const k = Math.min(Math.max(this.k * by, least), least * CLOSEST);
    this.x = about[0] - ((about[0] - this.x) * k) / this.k;
    this.y = about[1] - ((about[1] - this.y) * k) / this.k;
    this.k = k;
    this.fitted = k <= least * 1.001;
    if (this.fitted) this.fit(view);
    else this.keep(view);
  }

  pan(dx: number, dy: number, view: View): void {
    this.x += dx;
    this.y += dy;
    this.fitted = false;
    this.keep(view);
  }

  /** The table cannot be pushed out of sight. */
  private keep(view: View): void {
    const [w, h] = [view.width * this.k, view.height * this.k];
    this.x = Math.min(Math.max(this.x, this.width * 0.3 - w), this.width * 0.7);
    this.y = Math.min(Math.max(this.y, this.height * 0.3 - h), this.height * 0.7);
    this.apply();
  }

  /** Bring a place into the middle, unless it is well in sight. */
  show(at: Point, view: View): void {
    const [x, y] = this.screen(at);
    const m = 60;
    if (x > m && y > m && x < this.width - m && y < this.height - m) return;
    this.pan(this.width / 2 - x, this.height / 2 - y, view);
  }

  screen([x, y]: Point): Point {
    return [this.x + x * this.k, this.y + y * this.k];
  }

  drawing([x, y]: Point): Point {
    return [(x - this.x) / this.k, (y - this.y) / this.k];
  }

  private apply(): void {
    this.layer.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.k})`;
    this.moved();
  }
}
