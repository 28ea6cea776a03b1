import { describe, expect, test } from 'vitest';
import { PERMISSIONS, permissionsOf, roleHas, type Permission } from './permissions.js';

describe('the role matrix of the HTTP specification 2.1', () => {
  const MATRIX: [Permission, boolean, boolean, boolean][] = [
    ['workspace.manage', true, false, false],
    ['workspace.delete', true, false, false],
    ['members.manage', true, false, false],
    ['links.manage', true, true, false],
    ['links.read', true, true, true],
    ['analytics.read', true, true, true],
  ];

  test.each(MATRIX)('%s', (permission, owner, member, viewer) => {
    expect([roleHas('OWNER', permission), roleHas('MEMBER', permission), roleHas('VIEWER', permission)]).toEqual([
      owner,
      member,
      viewer,
    ]);
  });

  test('names every permission', () => {
    expect(Object.keys(PERMISSIONS).sort()).toEqual(MATRIX.map(([permission]) => permission).sort());
    expect(permissionsOf('VIEWER')).toEqual(['links.read', 'analytics.read']);
  });
});
