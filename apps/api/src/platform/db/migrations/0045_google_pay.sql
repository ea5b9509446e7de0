-- Google Pay beside Apple Pay. The new rules allow more than the old ones.
alter table channels drop constraint channel_method;
alter table channels add constraint channel_method
  check (method in ('card', 'wallet', 'apple_pay', 'google_pay', 'redirect', 'voucher', 'qr')) not valid;
alter table payment_attempts drop constraint attempt_method;
alter table payment_attempts add constraint attempt_method
  check (method in ('card', 'wallet', 'apple_pay', 'google_pay', 'redirect', 'voucher', 'qr')) not valid;
