-- Alerts that phones send.

-- A file that belongs to an alert is no longer its sender's: an anonymous alert names nobody (A-155).
grant update (sender) on files to tocsin_app;
