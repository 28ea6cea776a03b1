import { TestBed } from '@angular/core/testing';
import { LogoPlate } from './logo-plate';

it.each([
  [1200, 160, true],
  [200, 100, true],
  [120, 100, false],
])('a logo of %d × %d pixels is wide: %s', (width, height, expected) => {
  const fixture = TestBed.createComponent(LogoPlate);
  fixture.componentRef.setInput('src', '/uploads/logo.png');
  const results: boolean[] = [];
  fixture.componentInstance.isWide.subscribe((isWide) => results.push(isWide));
  fixture.detectChanges();
  const picture = (fixture.nativeElement as HTMLElement).querySelector('img');
  if (picture) Object.defineProperties(picture, { naturalWidth: { value: width }, naturalHeight: { value: height } });
  picture?.dispatchEvent(new Event('load'));
  expect(results).toEqual([expected]);
});
