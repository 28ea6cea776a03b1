/**
 * Who gets the mails about a link: a FROM item `recipient` (id, email) of a statement in which `l` is the link. The person
 * responsible, else who made the link, else the owner; the first two only while they are active members (decisions 11).
 */
export const LINK_RECIPIENT = `
  CROSS JOIN LATERAL (
    SELECT u.id, u.email FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.workspace_id = l.workspace_id AND m.is_active
      AND (m.user_id = l.responsible_user_id OR m.user_id = l.created_by OR m.role = 'OWNER')
    ORDER BY m.user_id = l.responsible_user_id DESC NULLS LAST, m.user_id = l.created_by DESC NULLS LAST
    LIMIT 1) AS recipient`;
